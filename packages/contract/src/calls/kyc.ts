import { statesOf } from '@marigold/money/states';
/** Verification of identities: what it costs, how far it is, and what it opens (identity-cards-fund-agents.md 2.9). */
import { kycItems, kycItemStates, kycLabels, kycOrderStates } from '@marigold/partners/kyc-states';
import { kycPurposes, kycRecordStates, kycReviewStates, kycUses } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, authNo, code, contentId, decimal, id, line, listOf } from '../fields.ts';
import { page, partnerId, payPassword, time } from '../fields.ts';

const KycOrderState = z.enum(statesOf(kycOrderStates));
export const KycReviewStateValue = z.enum(statesOf(kycReviewStates));
const KycRecordState = z.enum(statesOf(kycRecordStates));
const KycUse = z.enum(kycUses);
const KycPurpose = z.enum(kycPurposes);
const KycItem = z.enum(kycItems);
const KycItemState = z.enum(statesOf(kycItemStates));
const KycLabel = z.enum(kycLabels);

/** What one check costs, in each currency that it can be paid in; empty: nothing. */
const prices = z.array(z.strictObject({ currency: assetCode, amount: decimal })).max(8);

/** An agreement of a company, as it has to be accepted. */
export const kycAgreement = { contentId, version: z.int().min(1).max(1_000_000) } as const;

const KycProvider = z.strictObject({
  id: partnerId,
  name: z.string(),
  ...kycAgreement,
  /** `page`: on the company's own page. `own`: what is given to the house, which looks itself. */
  way: z.enum(['page', 'own']),
  /** False while it does not answer: nothing can be begun there. */
  isOpen: z.boolean(),
});
export type KycProvider = z.output<typeof KycProvider>;

export const kycConfig = endpoint({
  path: 'kyc/config',
  does: 'Answers what a verification costs, who does it, how long it takes and what each level may send.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ purpose: KycPurpose.optional() }),
  output: z.strictObject({
    prices,
    providers: z.array(KycProvider).max(8),
    /** Within so many hours most checks are done. */
    promiseHours: z.int(),
    hasTwoStep: z.boolean(),
    /** What a level may send in a day and in 30 days, in US dollars. */
    levels: z.array(z.strictObject({ level: z.int(), usdPerDay: decimal, usdPerMonth: decimal })).max(4),
    /** Nothing real is checked here. */
    isDemo: z.boolean(),
  }),
  refusals: [],
});

export const KycOrder = z.strictObject({
  orderId: id,
  purpose: KycPurpose,
  status: KycOrderState,
  created: time,
  /** Until when it can be paid; null once it was paid or is over. */
  expires: time.nullable(),
  /** What it costs, or what was paid for it; empty: nothing. */
  prices,
  /** The record that was made when it was paid. */
  authNo: authNo.nullable(),
});
export type KycOrder = z.output<typeof KycOrder>;

export const KycRecord = z.strictObject({
  authNo,
  purpose: KycPurpose,
  status: KycRecordState,
  use: KycUse,
  review: KycReviewStateValue,
  created: time,
  /** First character and last three (spec 9); null until something is known. */
  maskedName: z.string().nullable(),
  /** The company that checks; null until one was chosen. */
  provider: z.string().nullable(),
});
export type KycRecord = z.output<typeof KycRecord>;

export const kycStatus = endpoint({
  path: 'kyc/status',
  does: 'Answers the level of the caller, the order and the record that are under way, and the one next step.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    level: z.int().min(0).max(3),
    /**
     * `bind`: two-step verification first. `order`, `pay`, `start`, `continue`: the caller's turn. `wait`: the company's.
     * `again`: some items once more. `person`: somebody looks. `done`: nothing. `final`, `disabled`: help is needed.
     */
    nextStep: z.enum([
      'bind',
      'order',
      'pay',
      'start',
      'continue',
      'wait',
      'again',
      'person',
      'done',
      'final',
      'disabled',
    ]),
    order: KycOrder.nullable(),
    record: KycRecord.nullable(),
    /** Whether what is needed is given here, or on the page of a company; null until either was begun. */
    way: z.enum(['page', 'own']).nullable(),
    /** How many items the record has, and how many of them were accepted. */
    items: z.int(),
    accepted: z.int(),
    /** Since when the company does not answer; null: it does. */
    silentSince: time.nullable(),
  }),
  refusals: [],
});

export const createKycOrder = endpoint({
  path: 'kyc/order/create',
  does: 'Orders a verification, to be paid within 30 minutes; what costs nothing is paid at once.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'orderId',
  input: z.strictObject({ purpose: KycPurpose }),
  output: KycOrder,
  refusals: ['two_step_missing', 'order_open', 'closed_feature'],
  limits: [{ per: 'user', count: 20, seconds: 86_400 }],
});

export const payKycOrder = endpoint({
  path: 'kyc/order/pay',
  does: 'Pays an order of a verification; its record is made with its number. What was paid comes back when nobody could check.',
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  // Whose identity does not hold any more verifies it anew.
  despite: ['identityDisabled'],
  objectId: 'orderId',
  input: z.strictObject({ orderId: id, currency: assetCode, payPassword, google: code }),
  output: z.strictObject({ orderId: id, status: KycOrderState, authNo, billId: id }),
  refusals: [
    'card_frozen',
    'two_step_missing',
    'order_overdue',
    'order_over',
    'currency_closed',
    'payment_password_missing',
    'payment_password_incorrect',
    'payment_password_locked',
    'payment_password_disabled',
    'limit_exceeded',
    'insufficient_balance',
    'funds_locked',
    'funds_owed',
    'code_incorrect',
    'two_step_locked',
    'money_stopped',
  ],
  limits: [{ per: 'user', count: 10, seconds: 60 }],
});

export const cancelKycOrder = endpoint({
  path: 'kyc/order/cancel',
  does: 'Cancels an order of a verification that was not paid.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  objectId: 'orderId',
  input: z.strictObject({ orderId: id }),
  output: z.strictObject({ orderId: id, status: KycOrderState }),
  refusals: ['order_over'],
});

export const listKycOrders = endpoint({
  path: 'kyc/order/list',
  does: "Answers the caller's orders of verifications, newest first.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ status: KycOrderState.optional(), ...page }),
  output: listOf(KycOrder),
  refusals: [],
});

export const kycOrderDetail = endpoint({
  path: 'kyc/order/detail',
  does: 'Answers one order of a verification with what happened to it.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ orderId: id }),
  output: z.strictObject({
    ...KycOrder.shape,
    /** The result of the check, once there is one. */
    result: z.enum(['approved', 'final']).nullable(),
    billId: id.nullable(),
    timeline: z.array(z.strictObject({ status: KycOrderState, time })).max(20),
  }),
  refusals: [],
});

export const listKyc = endpoint({
  path: 'kyc/list',
  does: "Answers the caller's records, newest first, by status and use.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ status: KycRecordState.optional(), use: KycUse.optional(), ...page }),
  output: listOf(KycRecord),
  refusals: [],
});

export const kycDetail = endpoint({
  path: 'kyc/detail',
  does: 'Answers one record of the caller: how far its review is, what is asked again and why, and what is kept, masked.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ authNo }),
  output: z.strictObject({
    ...KycRecord.shape,
    orderId: id,
    items: z
      .array(
        z.strictObject({
          item: KycItem,
          state: KycItemState,
          label: KycLabel.nullable(),
          /** What the company wrote beside it, a quotation. */
          words: line(500).nullable(),
        }),
      )
      .max(20),
    attemptsLeft: z.int(),
    /** Why the record does not hold: a word that a text exists for. */
    reason: z
      .enum(['attempts_used', 'refused', 'provider_away', 'duplicate', 'withdrawn', 'operator', 'expired'])
      .nullable(),
    document: z
      .strictObject({
        idType: z.enum(['idCard', 'passport']),
        maskedNumber: z.string(),
        issuingRegion: z.string(),
        nationality: z.string(),
        /** Years, which is all that is shown of a birthday. */
        birthYear: z.string(),
        /** YYYY-MM-DD; null: it does not expire. */
        expiry: z.string().nullable(),
      })
      .nullable(),
    silentSince: time.nullable(),
    /** Within so many hours most checks are done. */
    promiseHours: z.int(),
    timeline: z.array(z.strictObject({ review: KycReviewStateValue, time })).max(30),
    /** So many years after it ended what identifies its person is erased, unless the law makes the house keep it longer. */
    termYears: z.int().min(1).max(30),
    /** When that is; null while it is in use, and once it was erased. */
    keptUntil: time.nullable(),
    /** Its number, states, steps and dates stay. */
    erasedAt: time.nullable(),
  }),
  refusals: [],
});

export const startThirdKyc = endpoint({
  path: 'kyc/third/start',
  does: 'Chooses the company that checks a paid record, with its agreement accepted, and has its page opened; `kyc/third/link` answers where that is.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ authNo, provider: partnerId, agreed: z.strictObject(kycAgreement) }),
  output: z.strictObject({ authNo, review: KycReviewStateValue }),
  refusals: ['provider_unavailable', 'agreement_missing', 'record_closed'],
  limits: [{ per: 'user', count: 10, seconds: 86_400 }],
});

export const thirdKycLink = endpoint({
  path: 'kyc/third/link',
  does: "Answers where the company's page for a record is, for its person alone.",
  access: 'user',
  idempotent: false,
  input: z.strictObject({ authNo }),
  output: z.strictObject({
    /** `none`: nothing was begun, or it is over. `opening`: the company is asked for it. `open`: `url` is there. */
    state: z.enum(['none', 'opening', 'open']),
    /** Absolute. */
    url: z.string().max(2000).nullable(),
    expires: time.nullable(),
    silentSince: time.nullable(),
  }),
  refusals: [],
});

export const thirdKycDesc = endpoint({
  path: 'kyc/third/desc',
  does: 'Answers what a company checks, which documents it asks for, and what its agreement is.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ provider: partnerId }),
  output: z.strictObject({ ...KycProvider.shape, items: z.array(KycItem).max(20), prices }),
  refusals: [],
});
