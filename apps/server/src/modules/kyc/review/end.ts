/** How a review ends, whoever says so: the company by a verdict, or persons of the house. */
import { dayMs } from '@marigold/money/spans';
import { mayFollow } from '@marigold/money/states';
import type { ReadFields } from '@marigold/partners/identity-port';
import { isLevel2, kycReviewStates, type KycReviewState } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../message/notify.ts';
import { earn } from '../../purchase/purchase.ts';
import { changeOrder } from '../order/change.ts';
import { lockOrder } from '../order/store.ts';
import { changeRecord, recomputeLevel } from '../record/change.ts';
import { beginHolding, endHolding, holds, lockHolder } from '../record/holding.ts';
import { type KycReason, type KycRecordRow, listItems, takeIdentity } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { forgetPage } from './store.ts';

/** An approved identity is read again so often: the event of a withdrawal may be lost. */
export const approvedLookMs = dayMs;

export type Applying = { readonly db: Database; readonly vault: Vault; readonly now: number };

/** Every state on the way, so that the steps tell what happened: nothing is judged that was not sent. */
export function pathTo(from: KycReviewState, to: KycReviewState): KycReviewState[] {
  if (from === to) return [];
  if (from === 'draft' || from === 'again') return ['submitted', 'review', to];
  if (from === 'submitted') return ['review', to];
  return mayFollow(kycReviewStates, from, to) ? [to] : [];
}

/** Whether every item was accepted that level 2 needs. */
export async function hasLevel2(db: Database, recordId: string): Promise<boolean> {
  const accepted = (await listItems(db, recordId)).filter(({ state }) => state === 'accepted');
  return isLevel2(accepted.map(({ item }) => item));
}

/** One person, one account: the document belongs to this one, or to none yet. */
export async function isOwn(
  { db, vault }: Applying,
  record: KycRecordRow,
  read: ReadFields,
): Promise<boolean> {
  const { issuingRegion: region, idType, idNumber: number } = read;
  const hmac = vault.indexOf({ region, idType, number });
  return (await takeIdentity(db, { hmac, recordId: record.id, userId: record.userId })) === record.userId;
}

type Ending = Pick<Applying, 'db' | 'now'>;

type Approval = {
  /** Of the document that was read. */
  readonly expiresOn: string | null;
  /** The company's moment; left out where the house approves. */
  readonly decidedAt?: number;
};

/** The record holds from now on. */
export async function approve({ db, now }: Ending, record: KycRecordRow, approval: Approval): Promise<void> {
  const { userId, authNo } = record;
  await lockHolder(db, record);
  const reviews = pathTo(record.review, 'approved');
  await changeRecord(db, record, { ...approval, reviews, use: 'notUsed', reason: null, now });
  await forgetPage(db, record.id);
  await endOrder({ db, now }, record, 'approved');
  const level = await beginHolding(db, record, { by: 'identity', now });
  await notify(db, { userId, kind: 'kycApproved', facts: { level, authNo }, now });
}

type Refused = {
  readonly reason: Extract<KycReason, 'withdrawn' | 'refused' | 'attempts_used'>;
  readonly attempts: number;
  /** The company's moment; left out where the house refuses. */
  readonly decidedAt?: number;
};

/** Refused for good. The check took place, so its price is earned. */
export async function refuse({ db, now }: Ending, record: KycRecordRow, refused: Refused): Promise<void> {
  const { userId, authNo } = record;
  const reviews = pathTo(record.review, 'final');
  const { reason } = refused;
  if (reason === 'withdrawn' && holds(record)) {
    await endHolding(db, record, { ...refused, reason, reviews, now });
    return;
  }
  await lockHolder(db, record);
  await changeRecord(db, record, { ...refused, reviews, status: 'disabled', now });
  await forgetPage(db, record.id);
  await endOrder({ db, now }, record, 'final');
  await recomputeLevel(db, userId);
  await notify(db, { userId, kind: 'kycFinal', facts: { authNo }, now });
}

/** The order ends with the result of its check; one that ended before stays as it ended. */
async function endOrder(
  { db, now }: Ending,
  { orderId }: KycRecordRow,
  result: 'approved' | 'final',
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (order?.state !== 'paid') return;
  await changeOrder(db, order, { to: 'completed', result, now });
  await earn(db, { product: 'kyc', objectId: orderId, now });
}
