/** Accounts that send. The next nonce stands in the row of the lane and is taken under its lock, never asked of a node. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';
import type { Context } from './context.ts';

export type LaneKey = { readonly chain: string; readonly account: Account };

/**
 * Whether an account may take new nonces. A lane is opened only for an account that never sent: a chain that knows more
 * of it than the database means a lost database or a stolen key, and then a person decides.
 */
export async function laneIsOpen(
  { db, chain, code, log, clock }: Context,
  account: Account,
): Promise<boolean> {
  // Before our own row is read: what others of us send meanwhile can only make our number larger.
  const seen = await chain.nonce(account);
  const lane = await readLane(db, { chain: code, account });
  if (lane === undefined) {
    if (seen > 0n) {
      log.error(
        { chain: code, account, nonce: String(seen) },
        'this account sent before we knew it: adopt it',
      );
      return false;
    }
    await sql`
      insert into app.lane (chain, account, next_nonce) values (${code}, ${bytesOf(account)}, 0)
      on conflict do nothing`.execute(db);
    return true;
  }
  if (lane.isPaused) return false;
  if (seen <= lane.next) return true;
  const reason = `the chain counts ${seen} transactions, we know of ${lane.next}`;
  await pause({ db, log, key: { chain: code, account }, reason, now: clock() });
  return false;
}

async function readLane(
  db: Database,
  { chain, account }: LaneKey,
): Promise<{ readonly next: bigint; readonly isPaused: boolean } | undefined> {
  const found = await sql<{ next_nonce: bigint; is_paused: boolean }>`
    select next_nonce, paused_at is not null as is_paused
    from app.lane where chain = ${chain} and account = ${bytesOf(account)}`.execute(db);
  const row = found.rows[0];
  return row && { next: row.next_nonce, isPaused: row.is_paused };
}

/** Locks a lane until the transaction ends: who holds it is alone with its nonces. Undefined while it is paused. */
export async function lockLane(
  db: Database,
  { chain, account }: LaneKey,
): Promise<{ readonly next: bigint } | undefined> {
  const found = await sql<{ next_nonce: bigint; is_paused: boolean }>`
    select next_nonce, paused_at is not null as is_paused from app.lane
    where chain = ${chain} and account = ${bytesOf(account)} for update`.execute(db);
  const row = found.rows[0];
  return row === undefined || row.is_paused ? undefined : { next: row.next_nonce };
}

export type NewSlot = LaneKey & {
  readonly nonce: bigint;
  readonly purpose: 'payout' | 'topup' | 'sweep';
  /** The payout or the sweep. */
  readonly workId: string;
  readonly now: number;
};

/** Gives the next nonce of a locked lane to one payment, for ever. */
export async function takeNonce(db: Database, slot: NewSlot): Promise<void> {
  const { chain, account, nonce, purpose, workId, now } = slot;
  await sql`
    update app.lane set next_nonce = ${nonce + 1n} where chain = ${chain} and account = ${bytesOf(account)}`.execute(
    db,
  );
  await sql`
    insert into app.slot (chain, account, nonce, purpose, payout_id, sweep_id, state, created_at)
    values (${chain}, ${bytesOf(account)}, ${nonce}, ${purpose}, ${purpose === 'payout' ? workId : null},
      ${purpose === 'payout' ? null : workId}, 'reserved', ${new Date(now)})`.execute(db);
}

/** Stops a lane by itself: nothing new is signed for it until a person resumes it. */
export async function pause(stop: {
  readonly db: Database;
  readonly log: Context['log'];
  readonly key: LaneKey;
  readonly reason: string;
  readonly now: number;
}): Promise<void> {
  const { db, log, key, reason, now } = stop;
  await sql`
    update app.lane set paused_at = ${new Date(now)}, paused_reason = ${reason}
    where chain = ${key.chain} and account = ${bytesOf(key.account)} and paused_at is null`.execute(db);
  log.error({ ...key, reason }, 'a lane paused: nothing new is signed for it');
}
