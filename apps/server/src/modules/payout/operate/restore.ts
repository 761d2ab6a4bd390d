/**
 * After a restore to an earlier moment the database has forgotten what was signed since. Whether a payout without a nonce
 * was paid is written on the chain and in the signer's journal alone, so persons look before it goes on or comes back.
 */
import { restoredReason } from '@marigold/chain/states';
import type { releasePayout } from '@marigold/operations/rows/payout';

import type { Database } from '../../../platform/database/database.ts';
import { retirePool } from '../../chain/address/pool.ts';
import { changePayout } from '../change.ts';
import { findNonce } from '../nonce/nonce.ts';
import { deleteNonce, lockNonce } from '../nonce/store.ts';
import { lockSender } from '../sender/sender.ts';
import type { SenderKey } from '../sender/store.ts';
import { findSender, insertHouseSenders, moveSenderBack, pauseHouseSenders } from '../sender/store.ts';
import type { Payout } from '../store.ts';
import { lockPayout, lockWithoutNonce, updateReason } from '../store.ts';
import type { PayoutAnswer, OnPayout } from './operate.ts';

export type Held = {
  /** Every sender that was paused, with the nonces that we know of. */
  readonly senders: readonly (SenderKey & { readonly next: bigint })[];
  /** As they were before. */
  readonly payouts: readonly Payout[];
  /** How many free deposit addresses were retired, never to be given to a person. */
  readonly retired: number;
};

/**
 * Pauses every sender of the house, puts every payout without a nonce into review, which its person cannot end, and retires
 * the deposit addresses that are free: somebody may have been given them since. In the caller's transaction; once more
 * changes no sender and no payout. Senders of deposit addresses go on: what they send comes to ourselves.
 */
export async function holdRestored(db: Database, now: number): Promise<Held> {
  await insertHouseSenders(db);
  const senders = await pauseHouseSenders(db, now);
  const payouts = await lockWithoutNonce(db);
  for (const payout of payouts) await hold(db, payout, now);
  return { senders, payouts, retired: await retirePool(db) };
}

async function hold(db: Database, payout: Payout, now: number): Promise<void> {
  if (payout.state === 'review') {
    await updateReason(db, payout.id, restoredReason);
    return;
  }
  const states = payout.state === 'waiting' ? (['review'] as const) : (['waiting', 'review'] as const);
  await changePayout(db, payout, { states, reason: restoredReason, now });
}

/**
 * Takes back the nonce of a payout for which nothing was signed, where it is the last of its sender, so that none is left
 * out: the way on where the signer says that this nonce, or this payout, belongs to another. The payout waits in review.
 */
export async function releaseNonce(
  db: Database,
  { payoutId, now }: OnPayout,
): Promise<PayoutAnswer<typeof releasePayout>> {
  const found = await findNonce(db, payoutId);
  if (found === undefined) return 'wrong_state';
  await lockSender(db, found);
  const payout = await lockPayout(db, payoutId);
  const nonce = await lockNonce(db, found);
  const sender = await findSender(db, found);
  if (payout === undefined || nonce === undefined) return 'wrong_state';
  if (nonce.state !== 'reserved' || nonce.attempts.length > 0) return 'signed';
  if (sender?.next !== nonce.number + 1n) return 'not_last';
  await deleteNonce(db, nonce);
  await moveSenderBack(db, nonce, nonce.number);
  await changePayout(db, payout, { states: ['review'], reason: restoredReason, now });
  return 'done';
}
