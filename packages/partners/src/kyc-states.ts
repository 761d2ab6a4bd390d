/** The state tables of identity (identity-cards-fund-agents.md 2.2 to 2.4). */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { StateOf } from '@marigold/money/states';
import { defineStates } from '@marigold/money/states';

/** An order of a check. `overdue`: not paid in time. `completed`: the check has a result, whatever it is. */
export const kycOrderStates = defineStates({
  thing: 'an order of a verification',
  firsts: ['pending'],
  finals: ['completed', 'cancelled'],
  next: {
    pending: ['paid', 'overdue', 'cancelled'],
    overdue: ['cancelled'],
    paid: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
  },
});
export type KycOrderState = StateOf<typeof kycOrderStates>;

/** How long an order waits for its payment, and how long an overdue one is there to be ordered again. */
export const kycPayWithinMs = 30 * minuteMs;
export const kycOverdueForMs = dayMs;
/** A company that does not answer for so long is not waited for: the payment comes back. */
export const kycAwayForMs = 72 * hourMs;
export const kycAttempts = 3;
/** So many days before a document runs out its person is reminded, once each. */
export const kycReminderDays = [30, 7, 1] as const;

/**
 * How far the check of a record is. `draft`: its person gives what is needed. `submitted`: sent, not yet taken. `review`:
 * the company or the house checks. `held`: a person looks. `again`: some items are asked once more. `final`: refused for
 * good.
 */
export const kycReviewStates = defineStates({
  thing: 'a review of an identity',
  firsts: ['draft'],
  finals: ['final'],
  next: {
    draft: ['submitted', 'final'],
    submitted: ['review', 'final'],
    review: ['held', 'again', 'approved', 'final'],
    held: ['again', 'approved', 'final'],
    again: ['submitted', 'final'],
    approved: ['final'],
    final: [],
  },
});
export type KycReviewState = StateOf<typeof kycReviewStates>;

/** Spec 3: the status of a record, with `disabled` from anywhere; back from it only by two persons. */
export const kycRecordStates = defineStates({
  thing: 'a KYC record',
  firsts: ['notBound'],
  finals: [],
  next: {
    notBound: ['normal', 'disabled'],
    normal: ['notBound', 'disabled'],
    disabled: ['notBound', 'normal'],
  },
});
export type KycRecordState = StateOf<typeof kycRecordStates>;

/** Spec 3: what a record is used for. */
export const kycUses = ['notUsed', 'unusable', 'card', 'system'] as const;
export type KycUse = (typeof kycUses)[number];

/** What an order is for: one's own account, or a card. */
export const kycPurposes = ['system', 'card'] as const;
export type KycPurpose = (typeof kycPurposes)[number];

/**
 * The use of an identity that somebody wants, by its number. `accepted` at once where it is their own. `refused` by its
 * owner. `expired`: nobody answered. `cancelled`: the identity was bound or ended meanwhile.
 */
export const kycBindingStates = defineStates({
  thing: 'a binding of an identity',
  firsts: ['open', 'accepted'],
  finals: ['accepted', 'refused', 'expired', 'cancelled'],
  next: {
    open: ['accepted', 'refused', 'expired', 'cancelled'],
    accepted: [],
    refused: [],
    expired: [],
    cancelled: [],
  },
});
export type KycBindingState = StateOf<typeof kycBindingStates>;

/** An item of a review. `again`: it is asked once more, for the reason that stands beside it. */
export const kycItemStates = defineStates({
  thing: 'an item of a review',
  firsts: ['missing'],
  finals: ['accepted'],
  next: {
    missing: ['given', 'accepted', 'again'],
    given: ['accepted', 'again'],
    again: ['given', 'accepted'],
    accepted: [],
  },
});
export type KycItemState = StateOf<typeof kycItemStates>;

/** What a company checks on its own page. `idBack` is asked of identity cards alone. */
export const hostedItems = [
  'names',
  'birthday',
  'nationality',
  'idNumber',
  'issuingRegion',
  'expiry',
  'idFront',
  'idBack',
  'liveness',
  'addressProof',
] as const;

/** What a person gives to the house itself, in the order of its six steps. `idBack` is asked of identity cards alone. */
export const ownItems = [
  'names',
  'birthday',
  'nationality',
  'nickname',
  'job',
  'occupation',
  'income',
  'purpose',
  'contact',
  'phone',
  'email',
  'description',
  'issuingRegion',
  'idNumber',
  'expiry',
  'idFront',
  'idBack',
  'addressProof',
  'signature',
] as const;
export type OwnItem = (typeof ownItems)[number];
export type KycItem = (typeof hostedItems)[number] | OwnItem;

/** Every item that there is. */
export const kycItems = [...ownItems, 'liveness'] as const satisfies readonly KycItem[];

/** What may be left out; without a proof of the address it is level 2. */
export const optionalItems: readonly OwnItem[] = ['phone', 'email', 'description', 'addressProof'];

/** Items that are pictures. */
export const pictureItems = ['idFront', 'idBack', 'addressProof', 'signature'] as const;
export type PictureItem = (typeof pictureItems)[number];

/** Those that a phone may bring for whoever fills in the form on a computer. */
export const phonePictureItems = [
  'idFront',
  'idBack',
  'addressProof',
] as const satisfies readonly PictureItem[];

/** What every identity of level 2 rests on, whoever checks it. */
const itemsOfDocument: readonly KycItem[] = [
  'names',
  'birthday',
  'nationality',
  'idNumber',
  'issuingRegion',
  'expiry',
  'idFront',
];

/** What level 2 needs at a company; level 3 needs the proof of an address as well. */
export const itemsOfLevel2: readonly KycItem[] = [...itemsOfDocument, 'liveness'];

/** A company has seen its person live; to the house they have signed. */
export function isLevel2(accepted: readonly KycItem[]): boolean {
  const isPersonSeen = accepted.includes('liveness') || accepted.includes('signature');
  return isPersonSeen && itemsOfDocument.every((item) => accepted.includes(item));
}

/** What one record gives its person: 3 with a proof of the address, 2 without, and nothing where it does not hold. */
export function levelOfRecord(record: {
  readonly review: KycReviewState;
  readonly status: KycRecordState;
  readonly purpose: KycPurpose;
  readonly accepted: readonly KycItem[];
}): 1 | 2 | 3 {
  if (record.review !== 'approved' || record.status === 'disabled' || record.purpose !== 'system') return 1;
  return levelOfItems(record.accepted);
}

/** How much of an identity was accepted, whatever it is for. */
export function levelOfItems(accepted: readonly KycItem[]): 1 | 2 | 3 {
  if (!isLevel2(accepted)) return 1;
  return accepted.includes('addressProof') ? 3 : 2;
}

/** A draft that nobody touched for so long is erased; its order stays paid. */
export const kycDraftIdleMs = 30 * dayMs;

/** Why an item is asked again, in our words; what a company says is translated into one of these. */
export const kycLabels = [
  'blurred',
  'glare',
  'dark',
  'cut',
  'copy',
  'screen',
  'wrongSide',
  'wrongDocument',
  'damaged',
  'expired',
  'expiresSoon',
  'unreadable',
  'notLatin',
  'nameDiffers',
  'birthdayDiffers',
  'numberDiffers',
  'faceDiffers',
  'faceHidden',
  'addressOld',
  'addressDiffers',
  'addressKind',
  'regionClosed',
  'underAge',
  'incomplete',
  'other',
] as const;
export type KycLabel = (typeof kycLabels)[number];
