/**
 * What time alone changes: orders that nobody paid, companies that do not answer, documents that run out, bindings that
 * wait. Each in a transaction of its own.
 */
import { kycAwayForMs, kycOverdueForMs } from '@marigold/partners/kyc-states';

import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { sayUnits } from '../asset/asset.ts';
import { notify } from '../message/notify.ts';
import { refund } from '../purchase/purchase.ts';
import { runBindings } from './bind/clock.ts';
import { runIdleDrafts } from './draft/forget.ts';
import { runExpiry } from './expiry/expiry.ts';
import { changeOrder } from './order/change.ts';
import { listTimedOut, lockOrder } from './order/store.ts';
import { dropOldPhones } from './phone/store.ts';
import { changeRecord } from './record/change.ts';
import type { KycReason } from './record/store.ts';
import { lockRecord } from './record/store.ts';
import { listAway, scheduleLook } from './review/store.ts';

const perRun = 500;

/** Safe to run twice, and at once with whoever pays: each row is asked again under its lock. */
export async function runKycClock(db: Database, log: Log, now: number): Promise<void> {
  const overdue = await listTimedOut(db, { state: 'pending', until: new Date(now), most: perRun });
  for (const id of overdue) await endUnpaid(db, id, { from: 'pending', to: 'overdue', now });
  const until = new Date(now - kycOverdueForMs);
  for (const id of await listTimedOut(db, { state: 'overdue', until, most: perRun }))
    await endUnpaid(db, id, { from: 'overdue', to: 'cancelled', now });
  const away = await listAway(db, { until: new Date(now - kycAwayForMs), most: perRun });
  for (const { id, orderId } of away) {
    const isBack = await db
      .transaction()
      .execute(
        async (transaction) =>
          await giveBackCheck(transaction, { id, orderId, reason: 'provider_away', now }),
      );
    if (isBack) log.warn({ record: id }, 'a company was away for too long: what was paid came back');
  }
  await runExpiry(db, { now, most: perRun });
  await runIdleDrafts(db, { now, most: perRun });
  await runBindings(db, { now, most: perRun });
  await dropOldPhones(db, now);
}

type Timeout = {
  readonly from: 'pending' | 'overdue';
  readonly to: 'overdue' | 'cancelled';
  readonly now: number;
};

async function endUnpaid(db: Database, id: string, { from, to, now }: Timeout): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (order?.state !== from || (from === 'pending' && order.expiresAt > now)) return;
    await changeOrder(transaction, order, { to, now });
  });
}

export type GivingBack = {
  /** The record. */
  readonly id: string;
  readonly orderId: string;
  readonly reason: Extract<KycReason, 'provider_away' | 'operator'>;
  readonly now: number;
};

/**
 * The check does not take place: what was paid comes back, and the record is over. False where it has a result already.
 * Whoever applies a verdict locks the record first as well.
 */
export async function giveBackCheck(
  db: Database,
  { id, orderId, reason, now }: GivingBack,
): Promise<boolean> {
  const record = await lockRecord(db, id);
  const order = await lockOrder(db, orderId);
  if (record === undefined || order?.state !== 'paid') return false;
  if (record.review === 'approved' || record.review === 'final') return false;
  // It answered since it was listed.
  if (reason === 'provider_away' && (record.silentSince === null || record.silentSince > now - kycAwayForMs))
    return false;
  await changeRecord(db, record, { reviews: ['final'], status: 'disabled', reason, now });
  await scheduleLook(db, { id, lookAt: null, looks: 0 });
  await changeOrder(db, order, { to: 'cancelled', now });
  const back = await refund(db, { product: 'kyc', objectId: orderId, now });
  if (back === undefined) return true;
  const { billId, units, asset } = back;
  const facts = { amount: sayUnits(asset, units), currency: asset.code, billId };
  await notify(db, { userId: record.userId, kind: 'kycRefunded', facts, now });
  return true;
}
