/** What of Sumsub's answers is read, by its documentation (docs.sumsub.com/reference), and what it means in our words. */
import type { FoundReview, ItemVerdict, ReadFields } from '@marigold/partners/identity-port';
import type { KycItem } from '@marigold/partners/kyc-states';
import { shortRegion } from '@marigold/partners/region-codes';
import * as z from 'zod';

import { itemsOfLabel, kycLabelOf } from './sumsub-labels.ts';

const text = z.string().max(500);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const SumsubError = z.object({
  code: z.int(),
  description: z.string(),
  errorName: z
    .string()
    .regex(/^[\w.-]{1,80}$/)
    .optional(),
});

/** `clientComment` is not named here, so that it never leaves: it may say what a person must not know. */
const ReviewResult = z.object({
  reviewAnswer: z.enum(['GREEN', 'RED']).optional(),
  reviewRejectType: z.enum(['FINAL', 'RETRY']).optional(),
  rejectLabels: z.array(text).max(50).optional(),
  moderationComment: z.string().max(4000).nullish(),
});
type ReviewResult = z.output<typeof ReviewResult>;

const Review = z.object({
  reviewStatus: z.enum([
    'init',
    'pending',
    'prechecked',
    'queued',
    'completed',
    'onHold',
    'awaitingUser',
    'awaitingService',
  ]),
  reviewDate: text.optional(),
  reviewResult: ReviewResult.nullish(),
});
type Review = z.output<typeof Review>;

const IdDocument = z.object({
  idDocType: text,
  country: text.nullish(),
  firstName: text.nullish(),
  firstNameEn: text.nullish(),
  lastName: text.nullish(),
  lastNameEn: text.nullish(),
  dob: day.nullish(),
  number: text.nullish(),
  validUntil: day.nullish(),
});

const Info = z.object({
  firstName: text.nullish(),
  firstNameEn: text.nullish(),
  lastName: text.nullish(),
  lastNameEn: text.nullish(),
  dob: day.nullish(),
  nationality: text.nullish(),
  country: text.nullish(),
  idDocs: z.array(IdDocument).max(50).nullish(),
});

export const Applicant = z.object({
  id: z.string().min(1).max(64),
  externalUserId: z.string().min(1).max(200),
  deleted: z.boolean().optional(),
  info: Info.nullish(),
  review: Review,
});
export type Applicant = z.output<typeof Applicant>;

/** A step is null until something was sent in for it. */
const Step = z.object({ reviewResult: ReviewResult.nullish(), idDocType: text.nullish() }).nullish();
type Step = z.output<typeof Step>;

export const StepsStatus = z.object({
  IDENTITY: Step,
  SELFIE: Step,
  PROOF_OF_RESIDENCE: Step,
});
export type StepsStatus = z.output<typeof StepsStatus>;

export const SumsubPageLink = z.object({ url: z.url({ protocol: /^https?$/ }).max(2000) });

/** What a webhook may say of whom; the rest of it is a hint that nobody believes. */
export const WebhookBody = z.object({ externalUserId: z.string().min(1).max(200) });

/** What each step checks of ours, in the order of a person's own page. */
const itemsOfStep: readonly (readonly [keyof StepsStatus, readonly KycItem[]])[] = [
  ['IDENTITY', ['names', 'birthday', 'nationality', 'idNumber', 'issuingRegion', 'expiry', 'idFront']],
  ['SELFIE', ['liveness']],
  ['PROOF_OF_RESIDENCE', ['addressProof']],
];

/** How far the check of an applicant is; undefined where the answer contradicts itself. */
export function readReview(applicant: Applicant, steps: StepsStatus): FoundReview | undefined {
  const { review } = applicant;
  const base = { ref: applicant.id, items: verdictsOf(steps), read: null, decidedAt: null };
  switch (review.reviewStatus) {
    case 'init':
    case 'awaitingUser':
      return { ...base, phase: 'open', outcome: null };
    case 'onHold':
      return { ...base, phase: 'held', outcome: null };
    case 'completed':
      return readDecision(applicant, base);
    default:
      return { ...base, phase: 'checking', outcome: null };
  }
}

/** True where nothing that its person could do would change the company's no. */
export function isRefusedForGood({ reviewStatus, reviewResult }: Review): boolean {
  return (
    reviewStatus === 'completed' &&
    reviewResult?.reviewAnswer === 'RED' &&
    reviewResult.reviewRejectType === 'FINAL'
  );
}

type Base = Pick<FoundReview, 'ref' | 'items' | 'read' | 'decidedAt'>;

function readDecision({ info, review }: Applicant, base: Base): FoundReview | undefined {
  const { reviewResult, reviewDate } = review;
  const decidedAt = momentOf(reviewDate);
  if (decidedAt === undefined || reviewResult?.reviewAnswer === undefined) return undefined;
  const done = { ...base, phase: 'done', read: fieldsOf(info), decidedAt } as const;
  if (reviewResult.reviewAnswer === 'GREEN') {
    const items = base.items.map(({ item }) => accepted(item));
    return { ...done, outcome: 'passed', items };
  }
  if (isRefusedForGood(review)) return { ...done, outcome: 'final' };
  if (base.items.some(({ verdict }) => verdict === 'again')) return { ...done, outcome: 'again' };
  // Some refusals touch no step: then the labels of the whole name what is sent in again.
  const again = refusedItems(reviewResult, ['idFront']);
  const others = base.items.filter(({ item }) => again.every((one) => one.item !== item));
  return { ...done, outcome: 'again', items: [...others, ...again] };
}

function verdictsOf(steps: StepsStatus): ItemVerdict[] {
  return itemsOfStep.flatMap(([name, usual]) => {
    const step: Step = steps[name];
    // The level does not ask for it.
    if (step === undefined) return [];
    const items: readonly KycItem[] =
      name === 'IDENTITY' && step?.idDocType === 'ID_CARD' ? [...usual, 'idBack'] : usual;
    const answer = step?.reviewResult?.reviewAnswer;
    if (answer === 'GREEN') return items.map(accepted);
    const first: KycItem = name === 'IDENTITY' ? 'idFront' : (usual[0] ?? 'idFront');
    const again =
      answer === 'RED' && step?.reviewResult != null ? refusedItems(step.reviewResult, [first], items) : [];
    const open = items.filter((item) => again.every((one) => one.item !== item)).map(openVerdict);
    return [...open, ...again];
  });
}

/** The items that the labels name, each with its reason in our words; `otherwise` where they name none of `among`. */
function refusedItems(
  { rejectLabels = [], moderationComment }: ReviewResult,
  otherwise: readonly KycItem[],
  among?: readonly KycItem[],
): ItemVerdict[] {
  const words = moderationComment?.trim() || null;
  const named = rejectLabels.flatMap((label) =>
    itemsOfLabel(label)
      .filter((item) => among?.includes(item) ?? true)
      .map((item) => ({ item, label: kycLabelOf(label) })),
  );
  const first = rejectLabels[0];
  const label = first === undefined ? 'other' : kycLabelOf(first);
  const rows = named.length > 0 ? named : otherwise.map((item) => ({ item, label }));
  const unique = new Map(rows.toReversed().map((row) => [row.item, row]));
  return [...unique.values()].toReversed().map((row) => ({ ...row, verdict: 'again', words }));
}

function accepted(item: KycItem): ItemVerdict {
  return { item, verdict: 'accepted', label: null, words: null };
}

function openVerdict(item: KycItem): ItemVerdict {
  return { item, verdict: 'open', label: null, words: null };
}

const idTypes: readonly string[] = ['ID_CARD', 'PASSPORT'];

/** What was read off the newest identity document; null where something of it is missing. */
function fieldsOf(info: Applicant['info']): ReadFields | null {
  const document = info?.idDocs?.findLast(({ idDocType }) => idTypes.includes(idDocType));
  if (info == null || document === undefined) return null;
  const idType = document.idDocType === 'PASSPORT' ? 'passport' : 'idCard';
  const firstName = document.firstNameEn ?? document.firstName ?? info.firstNameEn ?? info.firstName;
  const lastName = document.lastNameEn ?? document.lastName ?? info.lastNameEn ?? info.lastName;
  const birthday = document.dob ?? info.dob;
  const issuer = document.country ?? info.country;
  const { number } = document;
  if (firstName == null || lastName == null || birthday == null || issuer == null || number == null)
    return null;
  return {
    firstName,
    lastName,
    birthday,
    nationality: shortRegion(info.nationality ?? issuer),
    idType,
    idNumber: number,
    issuingRegion: shortRegion(issuer),
    expiry: document.validUntil ?? null,
  };
}

/** Of `2020-06-24 05:12:58+0000`, with or without a zone: epoch milliseconds. */
function momentOf(written: string | undefined): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(?:Z|\+00:?00)?$/.exec(
    written ?? '',
  );
  if (parts === null) return undefined;
  const at = Date.parse(`${parts[1]}T${parts[2]}Z`);
  return Number.isNaN(at) ? undefined : at;
}
