/** A verification by the house itself: what a person gives, kept as a draft, and sent in (identity-cards-fund-agents.md 2.6, 2.9). */
import { kycAttempts, ownItems, pictureItems } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import { endpoint } from '../../endpoint.ts';
import {
  authNo,
  choiceCode,
  code,
  calendarDay,
  email,
  id,
  idNumber,
  latinName,
  line,
  lines,
} from '../../fields.ts';
import { personName, phone, region, time } from '../../fields.ts';
import { KycReviewStateValue, kycAgreement } from '../kyc.ts';

const OwnItem = z.enum(ownItems);

/** Documents that are taken. */
export const IdType = z.enum(['idCard', 'passport']);

/** As they stand in the document; in Latin letters too where its own are neither Latin nor Cyrillic. */
const names = z.strictObject({
  firstName: personName,
  lastName: personName,
  latinFirst: latinName.optional(),
  latinLast: latinName.optional(),
});

/** A picture that was uploaded a moment ago. */
const picture = z.strictObject({ fileId: id });

const typed = {
  names,
  birthday: calendarDay,
  nationality: region,
  /** The name of a cardholder, as a card has it. */
  nickname: latinName,
  job: choiceCode,
  occupation: line(60),
  income: choiceCode,
  purpose: choiceCode,
  /** How its person is reached when something is unclear. */
  contact: line(140),
  phone,
  email,
  description: lines(500),
  issuingRegion: region,
  idNumber: z.strictObject({ idType: IdType, number: idNumber }),
  /** `none`: the document does not expire. */
  expiry: z.union([calendarDay, z.literal('none')]),
} as const;

/** What can be given now; null takes an item away again. What is left out stays as it is. */
const given = z
  .strictObject({
    names: typed.names.nullish(),
    birthday: typed.birthday.nullish(),
    nationality: typed.nationality.nullish(),
    nickname: typed.nickname.nullish(),
    job: typed.job.nullish(),
    occupation: typed.occupation.nullish(),
    income: typed.income.nullish(),
    purpose: typed.purpose.nullish(),
    contact: typed.contact.nullish(),
    phone: typed.phone.nullish(),
    email: typed.email.nullish(),
    description: typed.description.nullish(),
    issuingRegion: typed.issuingRegion.nullish(),
    idNumber: typed.idNumber.nullish(),
    expiry: typed.expiry.nullish(),
    idFront: picture.nullish(),
    idBack: picture.nullish(),
    addressProof: picture.nullish(),
    /** Drawn with a finger, or a typed name made into a picture. */
    signature: picture.nullish(),
  })
  .refine((items) => Object.keys(items).length > 0);

/** What was typed, item by item, as its person sees it again. Pictures do not come back: only that they are there. */
export const KycTyped = z.strictObject(typed).partial();
export type KycTyped = z.output<typeof KycTyped>;

/** What is wrong with something that was given; it cannot be sent in like that. */
export const kycProblems = [
  'under_age',
  'document_expired',
  'expires_soon',
  'region_closed',
  'id_type_closed',
  'latin_needed',
  'unknown_choice',
  'impossible_day',
] as const;

const problems = z.array(z.strictObject({ item: OwnItem, problem: z.enum(kycProblems) })).max(20);

/** A row of a pick list, in the language of the caller. */
const choices = z.array(z.strictObject({ code: choiceCode, name: z.string() })).max(60);

const standing = {
  authNo,
  review: KycReviewStateValue,
  /** What can be given now: everything in a draft, and what is asked once more afterwards. */
  open: z.array(OwnItem).max(20),
  /** What has to be given before it can be sent in, and is not. */
  missing: z.array(OwnItem).max(20),
  problems,
  /** When a draft that nobody touches is erased; null: nothing was given yet, or it was sent in. */
  expires: time.nullable(),
} as const;

export const kycDraft = endpoint({
  path: 'kyc/draft',
  does: 'Answers what the caller has given of a record so far, what is missing or asked once more, and the lists to pick from.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ authNo }),
  output: z.strictObject({
    ...standing,
    typed: KycTyped,
    pictures: z
      .array(z.strictObject({ item: z.enum(pictureItems), size: z.int(), time }))
      .max(pictureItems.length),
    /** Contacts that need no code: those of the account. */
    proven: z.array(z.enum(['phone', 'email'])).max(2),
    attemptsLeft: z.int().min(0).max(kycAttempts),
    /** The phone that may bring photos of it: whether it has opened its link, and when that ends. */
    phone: z.strictObject({ isOpened: z.boolean(), expires: time }).nullable(),
    agreement: z.strictObject({ ...kycAgreement, isAccepted: z.boolean() }),
    jobs: choices,
    incomes: choices,
    purposes: choices,
    /** Regions whose documents are taken, with the kinds that are. */
    regions: z.array(z.strictObject({ code: region, idTypes: z.array(IdType).max(2) })).max(300),
  }),
  refusals: ['record_closed'],
});

export const saveKyc = endpoint({
  path: 'kyc/save',
  does: 'Seals what the caller gives of a record as a draft, each item alone; nothing is sent anywhere.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ authNo, items: given }),
  output: z.strictObject(standing),
  refusals: ['record_closed', 'item_not_asked', 'file_unknown'],
  limits: [{ per: 'user', count: 60, seconds: 60 }],
});

/** Codes that were sent to contacts which are not the account's own. */
const codes = z.strictObject({ phone: code.optional(), email: code.optional() }).optional();

const sendingIn = [
  'record_closed',
  'items_missing',
  'items_wrong',
  'code_incorrect',
  'code_expired',
  'provider_unavailable',
] as const;

export const submitKyc = endpoint({
  path: 'kyc/submit',
  does: 'Sends in a whole draft to be checked by the house, with its agreement accepted.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ authNo, agreed: z.strictObject(kycAgreement), codes }),
  output: z.strictObject({ authNo, review: KycReviewStateValue }),
  refusals: [...sendingIn, 'agreement_missing'],
  limits: [{ per: 'user', count: 5, seconds: 86_400 }],
});

export const resubmitKyc = endpoint({
  path: 'kyc/resubmit',
  does: 'Sends in exactly the items that were asked once more; what was accepted is neither asked nor sent again.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ authNo, codes }),
  output: z.strictObject({ authNo, review: KycReviewStateValue }),
  refusals: [...sendingIn],
  limits: [{ per: 'user', count: 5, seconds: 86_400 }],
});
