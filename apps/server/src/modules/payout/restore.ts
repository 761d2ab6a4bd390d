/**
 * After a restore to an earlier moment the database has forgotten what was signed since. Whether a payout without a nonce
 * was paid is written on the chain and in the signer's journal alone, so persons look before it goes on or comes back.
 */
import { restoredReason } from '@marigold/chain/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { retirePool } from '../chain/address/pool.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import { changePayout } from './change.ts';
import type { LaneKey } from './lane.ts';
import { lockLane, readLane } from './lane.ts';
import type { OnPayout, OperatorAnswer } from './operate.ts';
import { findSlot, lockSlot } from './slot.ts';
import type { Payout } from './store.ts';
import { lockPayout, selectPayouts } from './store.ts';

export type Held = {
  /** Every lane that was paused, with the nonces that we know of. */
  readonly lanes: readonly (LaneKey & { readonly next: bigint })[];
  /** As they were before. */
  readonly payouts: readonly Payout[];
  /** How many free deposit addresses are given to nobody any more. */
  readonly retired: number;
};

/**
 * Pauses every lane of the house, puts every payout without a nonce into review, which its person cannot end, and retires
 * the deposit addresses that are free: somebody may have been given them since. In the caller's transaction; once more
 * changes no lane and no payout. Lanes of deposit addresses go on: what they send comes to ourselves.
 */
export async function holdRestored(db: Database, now: number): Promise<Held> {
  const lanes = await pauseAll(db, now);
  const payouts = await selectPayouts(
    db,
    sql`p.state in ('waiting', 'no-liquidity', 'review')
      and not exists (select from app.slot s where s.payout_id = p.id) order by p.id for update of p`,
  );
  for (const payout of payouts) await hold(db, payout, now);
  return { lanes, payouts, retired: await retirePool(db) };
}

async function pauseAll(db: Database, now: number): Promise<Held['lanes']> {
  await sql`
    insert into app.lane (chain, account, next_nonce)
    select n.code, a.account, 0 from app.chain n
    join app.chain_address a on a.family = n.family and a.purpose in ('hot', 'gas')
    on conflict do nothing`.execute(db);
  const found = await sql<{ chain: string; account: Buffer; next_nonce: bigint }>`
    update app.lane l set paused_at = coalesce(l.paused_at, ${new Date(now)}),
      paused_reason = 'restored from a backup'
    from app.chain n
    where n.code = l.chain and not exists (
      select from app.chain_address a
      where a.family = n.family and a.account = l.account and a.purpose = 'deposit')
    returning l.chain, l.account, l.next_nonce`.execute(db);
  return found.rows.map(({ chain, account, next_nonce: next }) => ({
    chain,
    account: accountOf(account),
    next,
  }));
}

async function hold(db: Database, payout: Payout, now: number): Promise<void> {
  if (payout.state === 'review') {
    await sql`update app.payout set reason = ${restoredReason} where id = ${payout.id}`.execute(db);
    return;
  }
  const states = payout.state === 'waiting' ? (['review'] as const) : (['waiting', 'review'] as const);
  await changePayout(db, payout, { states, reason: restoredReason, now });
}

/**
 * Takes back the nonce of a payout for which nothing was signed, where it is the last of its lane, so that none is left
 * out: the way on where the signer says that this nonce, or this payout, belongs to another. The payout waits in review.
 */
export async function releaseNonce(db: Database, { payoutId, now }: OnPayout): Promise<OperatorAnswer> {
  const found = await findSlot(db, payoutId);
  if (found === undefined) return 'wrong_state';
  await lockLane(db, found);
  const payout = await lockPayout(db, payoutId);
  const slot = await lockSlot(db, found);
  const lane = await readLane(db, found);
  if (payout === undefined || slot === undefined) return 'wrong_state';
  if (slot.state !== 'reserved' || slot.attempts.length > 0) return 'signed';
  if (lane?.next !== slot.nonce + 1n) return 'not_last';
  const { chain, account, nonce } = slot;
  await sql`
    delete from app.slot where chain = ${chain} and account = ${bytesOf(account)} and nonce = ${nonce}`.execute(
    db,
  );
  await sql`
    update app.lane set next_nonce = ${nonce} where chain = ${chain} and account = ${bytesOf(account)}`.execute(
    db,
  );
  await changePayout(db, payout, { states: ['review'], reason: restoredReason, now });
  return 'done';
}
