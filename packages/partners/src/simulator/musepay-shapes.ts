/**
 * What a company that issues cards answers and sends, in the JSON that MusePay documents, so that one adapter speaks with
 * both. What it does not document and a demonstration needs (which fields are wanted anew, why a card is refused, where its
 * parcel is, events of holders and cards) has names of our own.
 */
import { formatUnits } from '@marigold/money/amount';

import type { HolderField } from '../card-states.ts';
import type { CardRow, CardWorldEvent, HolderRow, OpeningRow } from './card-world.ts';

type Json = Readonly<Record<string, unknown>>;

/** Our fields, as they are called in MusePay's requests. */
export const musepayFieldOf: Readonly<Record<HolderField, string>> = {
  occupation: 'individual.occupation',
  income: 'individual.annual_income',
  purpose: 'individual.purpose',
  residence: 'address',
};

const kycStatusOf: Readonly<Record<HolderRow['phase'], string>> = {
  checking: '2',
  passed: '3',
  rejected: '4',
};

const applyStatusOf: Readonly<Record<OpeningRow['phase'], string>> = {
  approval: 'WAIT_AUDIT',
  opening: 'AUDIT_PASS',
  opened: 'CARD_INIT',
  refused: 'AUDIT_REFUSE',
};

const cardStatusOf: Readonly<Record<CardRow['state'], string>> = {
  pendingActive: 'PENDING_ACTIVE',
  active: 'ACTIVE',
  locked: 'LOCK',
  suspended: 'SUSPENDED',
  closed: 'CANCELED',
  expired: 'CANCELED',
};

/** `data` of carduser/query; what create itself answers is status 0, as the documentation has it. */
export function musepayUser(row: HolderRow, isNew = false): Json {
  return {
    user_xid: row.applicant,
    user_id: row.ref,
    kyc_status: isNew ? '0' : kycStatusOf[row.phase],
    kyc_level: '1',
    ...(row.fields.length === 0 ? {} : { refuse_fields: row.fields.map((field) => musepayFieldOf[field]) }),
  };
}

/** `data` of card/apply-result; of card/apply while it is new. */
export function musepayApply(row: OpeningRow, isNew = false): Json {
  return {
    request_id: row.requestId,
    user_id: row.holderRef,
    apply_id: row.ref,
    apply_status: isNew ? 'APPLYING' : applyStatusOf[row.phase],
    ...(row.phase === 'opened' ? { card_id: row.futureCardRef } : {}),
    ...(row.reason === null ? {} : { refuse_reason: row.reason }),
    ...(row.parcel === null
      ? {}
      : {
          delivery: {
            status: row.parcel.state,
            carrier: row.parcel.carrier,
            tracking_no: row.parcel.tracking,
          },
        }),
  };
}

/** `data` of card/query. */
export function musepayCard(row: CardRow): Json {
  const [year, month] = row.expiry.split('-');
  return {
    user_id: row.holderRef,
    card_id: row.ref,
    product_id: row.product,
    card_level: 1,
    card_network: 'visa',
    card_type: row.isPlastic ? 'physical' : 'virtual',
    currency: row.currency,
    card_no_last4: row.last4,
    card_status: cardStatusOf[row.state],
    expiry_month: month,
    expiry_year: year,
    card_available_balance: decimal(row.availableCents),
    daily_purchaseLimit: decimal(row.dailyLimitCents),
  };
}

/** `data` of card/activate, activate-physical, lock and unlock. */
export function musepayCardState(row: CardRow): Json {
  return { user_id: row.holderRef, card_id: row.ref, card_status: cardStatusOf[row.state] };
}

/** The body of a webhook. Of openings as documented; of holders and cards, which MusePay is silent about, as it might be. */
export function musepayEvent({ about, ref, phase, at }: CardWorldEvent): string {
  // The moment makes two events of one state two bodies.
  const when = { eventTime: at };
  if ('opening' in about) {
    const status = applyStatusOf[phase as OpeningRow['phase']];
    return JSON.stringify({
      type: 'APPLY_AUDIT',
      data: { applyId: ref, request_id: about.opening, status, ...when },
    });
  }
  if ('card' in about) {
    const status = cardStatusOf[phase as CardRow['state']];
    return JSON.stringify({ type: 'CARD_STATUS', data: { cardId: about.card, status, ...when } });
  }
  const status = kycStatusOf[phase as HolderRow['phase']];
  return JSON.stringify({
    type: 'KYC_AUDIT',
    data: { user_xid: about.applicant, user_id: ref, status, ...when },
  });
}

/** Amounts are numbers there. */
function decimal(cents: number): number {
  return Number(formatUnits(BigInt(cents), 2));
}
