/**
 * What operators may do with payouts and senders. Each works on the database alone, inside the caller's transaction; the
 * next pass of the pipeline acts on it. Answers `done`, or the word that says why not.
 */
import type { ChainAccount } from '@marigold/chain/port';
import { restoredReason } from '@marigold/chain/states';
import type { Operation, OperationRefusal } from '@marigold/operations/operation';
import type * as lanes from '@marigold/operations/rows/lane';
import type * as rows from '@marigold/operations/rows/payout';

import type { Database } from '../../../platform/database/database.ts';
import { isPayoutRefused, isPayoutUndecided } from '../../risk/views.ts';
import { changePayout, giveBack } from '../change.ts';
import { hasLowerNonce, hasUnminedNonce, lockNonceOfPayout, updateCancelled } from '../nonce/store.ts';
import type { Pause, SenderKey } from '../sender/store.ts';
import {
  isPayingPaused,
  selectSenderForUpdate,
  updatePaused,
  updateSenderResumed,
  upsertSender,
} from '../sender/store.ts';
import { lockPayout, updateReason } from '../store.ts';

export type OperatorAnswer =
  | 'done'
  | 'not_found'
  /** Its state does not allow it. */
  | 'wrong_state'
  /** A case of risk about it is not decided. */
  | 'undecided_case'
  /** A case of risk about it was refused: it only comes back. */
  | 'refused_case'
  /** It waits behind a lower nonce: that one is to be replaced. */
  | 'not_lowest'
  /** It is in a block. */
  | 'mined'
  /** Nonces below would never be used. */
  | 'open_nonces'
  /** The sender is further already. */
  | 'nonce_too_low'
  /** The paying account is paused: what it has signed is not known for sure. */
  | 'sender_paused'
  /** A transaction may have been signed for it. */
  | 'signed'
  /** Its nonce is not the last that was given. */
  | 'not_last'
  /** The chain does not show that this transaction pays it out of an account of ours. */
  | 'not_paid'
  /** Its block may still leave the chain. */
  | 'not_final'
  /** The account has not used that nonce on the chain. */
  | 'nonce_unused'
  /** The nonce belongs to another payment, or the payout has another nonce. */
  | 'nonce_taken'
  /** The transaction belongs to another payment. */
  | 'transaction_taken';

/** What a function of this file may answer: what the row of its operation declares. */
export type PayoutAnswer<Row extends Operation> = Extract<OperatorAnswer, 'done' | OperationRefusal<Row>>;

export type OnPayout = { readonly payoutId: string; readonly now: number };

/** Lets a payout in review go on. */
export async function approvePayout(
  db: Database,
  { payoutId, now }: OnPayout,
): Promise<PayoutAnswer<typeof rows.approvePayout>> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'review') return 'wrong_state';
  if (await isPayoutUndecided(db, payoutId)) return 'undecided_case';
  if (await isPayoutRefused(db, payoutId)) return 'refused_case';
  await changePayout(db, payout, { states: ['waiting'], now });
  return 'done';
}

/**
 * Refuses a payout in review, or one that the hot account cannot pay: the whole amount comes back. While the sender is paused
 * only what persons were told to look for on the chain. Throws Halted.
 */
export async function rejectPayout(
  db: Database,
  { payoutId, now }: OnPayout,
): Promise<PayoutAnswer<typeof rows.rejectPayout>> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'review' && payout.state !== 'no-liquidity') return 'wrong_state';
  if (await isPayoutUndecided(db, payoutId)) return 'undecided_case';
  if (payout.reason !== restoredReason && (await isPayingPaused(db, payout.chain))) return 'sender_paused';
  await giveBack(db, payout, { state: 'rejected', reason: 'refused_by_review', now });
  return 'done';
}

/** Puts a payout that found too little back among those that wait, before the pipeline does so by itself. */
export async function requeuePayout(
  db: Database,
  { payoutId, now }: OnPayout,
): Promise<PayoutAnswer<typeof rows.requeuePayout>> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'no-liquidity') return 'wrong_state';
  await changePayout(db, payout, { states: ['waiting'], now });
  return 'done';
}

/** Has a payout that is in no block replaced with a higher fee: only the lowest nonce of its sender. */
export async function bumpPayout(
  db: Database,
  { payoutId, now }: OnPayout,
): Promise<PayoutAnswer<typeof rows.bumpPayout>> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'sending' && payout.state !== 'stuck') return 'wrong_state';
  if (await hasLowerNonce(db, payoutId)) return 'not_lowest';
  if (payout.state === 'sending') await changePayout(db, payout, { states: ['stuck'], now });
  return 'done';
}

/**
 * Has a payout with a nonce replaced by a transaction that pays nothing. Sticky: its nonce is never signed as a payment
 * again. The money comes back when the cancel is final; if the payment wins the race, it is paid.
 */
export async function cancelByReplacement(
  db: Database,
  { payoutId }: OnPayout,
): Promise<PayoutAnswer<typeof rows.cancelPayout>> {
  if ((await lockPayout(db, payoutId)) === undefined) return 'not_found';
  const nonce = await lockNonceOfPayout(db, payoutId);
  if (nonce === undefined || nonce.isFinal) return 'wrong_state';
  if (nonce.isMined) return 'mined';
  await updateCancelled(db, payoutId);
  return 'done';
}

/** Says what a transaction counts as that was mined without moving what was ordered. Settled at finality. */
export async function judgePayout(
  db: Database,
  { payoutId, isPaid }: OnPayout & { readonly isPaid: boolean },
): Promise<PayoutAnswer<typeof rows.judgePayout>> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'confirming' || payout.reason !== 'transfer_missing') return 'wrong_state';
  await updateReason(db, payoutId, isPaid ? 'judged_paid' : 'judged_unpaid');
  return 'done';
}

/** Signs nothing new for an account; what is live is still sent again and watched. */
export async function pauseSender(db: Database, pause: Pause): Promise<PayoutAnswer<typeof lanes.pauseLane>> {
  return (await updatePaused(db, pause)) ? 'done' : 'not_found';
}

export async function resumeSender(
  db: Database,
  key: SenderKey,
): Promise<PayoutAnswer<typeof lanes.resumeLane>> {
  return (await updateSenderResumed(db, key)) ? 'done' : 'not_found';
}

/**
 * Takes over an account that the chain knows more of than we do, from this nonce on: after a person found out who sent
 * the others. A paused sender stays paused.
 */
export async function adoptSender(
  db: Database,
  {
    chain,
    account,
    nonce,
  }: { readonly chain: string; readonly account: ChainAccount; readonly nonce: bigint },
): Promise<PayoutAnswer<typeof lanes.adoptLane>> {
  const key = { chain, account };
  const sender = await selectSenderForUpdate(db, key);
  if (sender !== undefined && sender.next > nonce) return 'nonce_too_low';
  if (await hasUnminedNonce(db, key)) return 'open_nonces';
  await upsertSender(db, key, nonce);
  return 'done';
}
