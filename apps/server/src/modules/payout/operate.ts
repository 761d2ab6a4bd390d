/**
 * What operators may do with payouts and lanes. Each works on the database alone, inside the caller's transaction; the
 * next pass of the pipeline acts on it. Answers `done`, or the word that says why not.
 */
import type { Account } from '@marigold/chain/port';
import { restoredReason } from '@marigold/chain/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';
import { changePayout, giveBack } from './change.ts';
import type { LaneKey } from './lane.ts';
import { payingIsPaused } from './lane.ts';
import { lockPayout } from './store.ts';

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
  | 'open_slots'
  /** The lane is further already. */
  | 'nonce_too_low'
  /** The account that pays is paused: nobody knows for sure what it has signed. */
  | 'lane_paused'
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

export type OnPayout = { readonly payoutId: string; readonly now: number };

/** Lets a payout in review go on. */
export async function approvePayout(db: Database, { payoutId, now }: OnPayout): Promise<OperatorAnswer> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'review') return 'wrong_state';
  if (await hasOpenCase(db, payoutId)) return 'undecided_case';
  if (await hasRefusedCase(db, payoutId)) return 'refused_case';
  await changePayout(db, payout, { states: ['waiting'], now });
  return 'done';
}

/**
 * Refuses a payout in review, or one that the hot account cannot pay: the whole amount comes back. While the lane is paused
 * only what persons were told to look for on the chain. Throws Halted.
 */
export async function rejectPayout(db: Database, { payoutId, now }: OnPayout): Promise<OperatorAnswer> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'review' && payout.state !== 'no-liquidity') return 'wrong_state';
  if (await hasOpenCase(db, payoutId)) return 'undecided_case';
  if (payout.reason !== restoredReason && (await payingIsPaused(db, payout.chain))) return 'lane_paused';
  await giveBack(db, payout, { state: 'rejected', reason: 'refused_by_review', now });
  return 'done';
}

/** Puts a payout that found too little back among those that wait, before the pipeline does so by itself. */
export async function requeuePayout(db: Database, { payoutId, now }: OnPayout): Promise<OperatorAnswer> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'no-liquidity') return 'wrong_state';
  await changePayout(db, payout, { states: ['waiting'], now });
  return 'done';
}

/** Has a payout that is in no block replaced with a higher fee: only the lowest nonce of its lane. */
export async function bumpPayout(db: Database, { payoutId, now }: OnPayout): Promise<OperatorAnswer> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'sending' && payout.state !== 'stuck') return 'wrong_state';
  const found = await sql`
    select 1 from app.slot s join app.slot lower on lower.chain = s.chain and lower.account = s.account
      and lower.nonce < s.nonce and lower.state <> 'final' and lower.mined_line is null
    where s.payout_id = ${payoutId} limit 1`.execute(db);
  if (found.rows.length > 0) return 'not_lowest';
  if (payout.state === 'sending') await changePayout(db, payout, { states: ['stuck'], now });
  return 'done';
}

/**
 * Has a payout with a nonce replaced by a transaction that pays nothing. Sticky: its slot is never signed as a payment
 * again. The money comes back when the cancel is final; if the payment wins the race, it is paid.
 */
export async function cancelByReplacement(db: Database, { payoutId }: OnPayout): Promise<OperatorAnswer> {
  if ((await lockPayout(db, payoutId)) === undefined) return 'not_found';
  const found = await sql<{ is_mined: boolean; is_final: boolean }>`
    select mined_line is not null as is_mined, state = 'final' as is_final from app.slot
    where payout_id = ${payoutId} for update`.execute(db);
  const slot = found.rows[0];
  if (slot === undefined || slot.is_final) return 'wrong_state';
  if (slot.is_mined) return 'mined';
  await sql`update app.slot set is_cancelled = true where payout_id = ${payoutId}`.execute(db);
  return 'done';
}

/** Says what a transaction counts as that was mined without moving what was ordered. Settled at finality. */
export async function judgePayout(
  db: Database,
  { payoutId, isPaid }: OnPayout & { readonly isPaid: boolean },
): Promise<OperatorAnswer> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined) return 'not_found';
  if (payout.state !== 'confirming' || payout.reason !== 'transfer_missing') return 'wrong_state';
  const reason = isPaid ? 'judged_paid' : 'judged_unpaid';
  await sql`update app.payout set reason = ${reason} where id = ${payoutId}`.execute(db);
  return 'done';
}

/** Signs nothing new for an account; what is live is still sent again and watched. */
export async function pauseLane(
  db: Database,
  { chain, account, reason, now }: LaneKey & { readonly reason: string; readonly now: number },
): Promise<OperatorAnswer> {
  const done = await sql`
    update app.lane set paused_at = coalesce(paused_at, ${new Date(now)}), paused_reason = ${reason}
    where chain = ${chain} and account = ${bytesOf(account)} returning 1`.execute(db);
  return done.rows.length > 0 ? 'done' : 'not_found';
}

export async function resumeLane(db: Database, { chain, account }: LaneKey): Promise<OperatorAnswer> {
  const done = await sql`
    update app.lane set paused_at = null, paused_reason = null
    where chain = ${chain} and account = ${bytesOf(account)} returning 1`.execute(db);
  return done.rows.length > 0 ? 'done' : 'not_found';
}

/**
 * Takes over an account that the chain knows more of than we do, from this nonce on: after a person found out who sent
 * the others. A paused lane stays paused.
 */
export async function adoptLane(
  db: Database,
  { chain, account, nonce }: { readonly chain: string; readonly account: Account; readonly nonce: bigint },
): Promise<OperatorAnswer> {
  const bytes = bytesOf(account);
  const found = await sql<{ next_nonce: bigint }>`
    select next_nonce from app.lane where chain = ${chain} and account = ${bytes} for update`.execute(db);
  const lane = found.rows[0];
  if (lane !== undefined && lane.next_nonce > nonce) return 'nonce_too_low';
  const open = await sql`
    select 1 from app.slot
    where chain = ${chain} and account = ${bytes} and state <> 'final' and mined_line is null limit 1`.execute(
    db,
  );
  if (open.rows.length > 0) return 'open_slots';
  await sql`
    insert into app.lane (chain, account, next_nonce) values (${chain}, ${bytes}, ${nonce})
    on conflict (chain, account) do update set next_nonce = excluded.next_nonce`.execute(db);
  return 'done';
}

export async function hasOpenCase(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.risk_case where payout_id = ${payoutId} and state in ('open', 'answered')`.execute(db);
  return found.rows.length > 0;
}

async function hasRefusedCase(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.risk_case where payout_id = ${payoutId} and state = 'refused'`.execute(db);
  return found.rows.length > 0;
}
