/** What of MusePay's answers is read, by its public documentation (docs-card.musepay.io), and what it means in our words. */
import { formatUnits, parseUnits } from '@marigold/money/amount';
import type { CardFacts, FoundHolder, FoundOpening } from '@marigold/partners/card-port';
import type { HolderField } from '@marigold/partners/card-states';
import { holderFields } from '@marigold/partners/card-states';
import * as z from 'zod';

const id = z.string().min(1).max(100);
/** Ids and codes are texts on one page and numbers on another. */
const written = z.union([id, z.int().transform(String)]);
const word = z
  .string()
  .trim()
  .regex(/^[\w .,:-]{1,100}$/);

export const MusepayEnvelope = z.object({
  code: written.pipe(
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ),
  data: z.unknown().optional(),
});

/** Codes of api-responses.md that a call about cards may meet; the rest are named by their number. */
export const documentedNoes: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_REQUEST'],
  [5004, 'USER_STATUS_INVALID'],
  [7000, 'ORDER_NOT_EXIST'],
  [202203, 'INSUFFICIENT_BALANCE'],
  [202224, 'DOUBLE_PAYMENT'],
]);

export const MusepayUser = z.object({
  user_xid: id,
  user_id: written,
  kyc_status: written.pipe(z.enum(['0', '1', '2', '3', '4'])),
  /** Not documented: what is wanted anew. */
  refuse_fields: z.array(z.string().max(100)).max(50).optional(),
});
export type MusepayUser = z.output<typeof MusepayUser>;

const Delivery = z.object({
  status: z.enum(['preparing', 'shipped', 'delivered', 'returned', 'lost']),
  carrier: word.nullish(),
  tracking_no: word.nullish(),
});

export const MusepayApply = z.object({
  request_id: id,
  apply_status: z.enum(['APPLYING', 'WAIT_AUDIT', 'AUDIT_PASS', 'CARD_INIT', 'AUDIT_REFUSE']),
  /** Absent or empty until there is a card. */
  card_id: written.or(z.literal('')).nullish(),
  /** Not documented: why a card is refused, and where its parcel is. */
  refuse_reason: word.nullish(),
  delivery: Delivery.nullish(),
});
export type MusepayApply = z.output<typeof MusepayApply>;

/** The documentation names no unit: taken as decimal amounts of the card's currency, with two places. */
const amount = z.union([z.number(), z.string().max(40)]).transform((value, context) => {
  const [, sign = '', digits = ''] = /^(-?)(.+)$/.exec(String(value)) ?? [];
  const units = parseUnits(digits, 2);
  if (units !== undefined) return sign + formatUnits(units, 2);
  context.addIssue({ code: 'custom', message: 'no amount' });
  return z.NEVER;
});

const cardStatuses = [
  'INIT',
  'PENDING_ISSUE',
  'PENDING_ACTIVE',
  'ACTIVE',
  'LOCK',
  'SUSPENDED',
  'CANCELED',
] as const;
export type MusepayCardWord = (typeof cardStatuses)[number];

export const MusepayCard = z.object({
  user_id: written,
  card_id: written,
  card_type: z.string().max(40),
  currency: z.string().regex(/^[A-Z]{3}$/),
  card_no_last4: z.string().regex(/^\d{4}$/),
  card_status: z.enum(cardStatuses),
  expiry_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expiry_year: z.string().regex(/^20\d\d$/),
  card_available_balance: amount,
  daily_purchaseLimit: amount.nullish(),
});
type MusepayCard = z.output<typeof MusepayCard>;

/** A card before it is issued has not all of that yet. */
export const MusepayCardStatus = z.object({ card_id: written, card_status: z.enum(cardStatuses) });

/** What a webhook may say of which object; the rest of it is a hint that nobody believes. */
export const MusepayEventBody = z.object({
  data: z.object({
    request_id: id.optional(),
    cardId: id.optional(),
    user_xid: id.optional(),
  }),
});

const fieldsByName: ReadonlyMap<string, HolderField> = new Map([
  ['individual.occupation', 'occupation'],
  ['individual.annual_income', 'income'],
  ['individual.purpose', 'purpose'],
  ['address', 'residence'],
]);

/** Status 0 ("not set") is what the answer to create itself has, so it is checked as 1 and 2 are. */
export function readHolder({ user_id: ref, kyc_status: status, refuse_fields }: MusepayUser): FoundHolder {
  if (status === '3') return { ref, phase: 'passed', fields: [] };
  if (status !== '4') return { ref, phase: 'checking', fields: [] };
  const named = refuse_fields?.flatMap((name) => fieldsByName.get(name) ?? []) ?? [];
  // The documentation names no reason: then all that somebody can say anew is wanted.
  return { ref, phase: 'rejected', fields: named.length === 0 ? [...holderFields] : named };
}

/** `status`: of the card, where there is one; a card is opened when it left INIT and PENDING_ISSUE. */
export function readCardOpening(apply: MusepayApply, status: MusepayCardWord | undefined): FoundOpening {
  const { request_id: requestId, apply_status, delivery, refuse_reason } = apply;
  const parcel =
    delivery == null
      ? null
      : {
          state: delivery.status,
          carrier: delivery.carrier ?? null,
          tracking: delivery.tracking_no ?? null,
        };
  const base = { requestId, cardRef: null, reason: null, parcel };
  if (apply_status === 'APPLYING' || apply_status === 'WAIT_AUDIT') return { ...base, phase: 'approval' };
  // No reason is documented: then its own word for the refusal stands for one.
  if (apply_status === 'AUDIT_REFUSE')
    return { ...base, phase: 'refused', reason: refuse_reason ?? apply_status };
  const isOpened = status !== undefined && status !== 'INIT' && status !== 'PENDING_ISSUE';
  if (!isOpened) return { ...base, phase: 'opening' };
  return { ...base, phase: 'opened', cardRef: apply.card_id ?? null };
}

const stateOf: Readonly<Partial<Record<MusepayCardWord, CardFacts['state']>>> = {
  PENDING_ACTIVE: 'pendingActive',
  ACTIVE: 'active',
  LOCK: 'locked',
  SUSPENDED: 'suspended',
  CANCELED: 'closed',
};

/** Undefined for a card that is not issued yet. */
export function readCardFacts(card: MusepayCard): CardFacts | undefined {
  const state = stateOf[card.card_status];
  if (state === undefined) return undefined;
  return {
    cardRef: card.card_id,
    state,
    last4: card.card_no_last4,
    expiry: `${card.expiry_year}-${card.expiry_month}`,
    currency: card.currency,
    // The documentation names one amount: what can be spent.
    balance: card.card_available_balance,
    available: card.card_available_balance,
    dailyLimit: card.daily_purchaseLimit ?? null,
    dailyLeft: null,
  };
}
