/** Accounts that send. The next nonce stands in the row of the lane and is taken under its lock, never asked of a node. */
import type { Account, ChainCode } from '@marigold/chain/port';
import { ChainUnavailable } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import type { Context } from './context.ts';

export type LaneKey = { readonly chain: string; readonly account: Account };

type Looking = Pick<Context, 'db' | 'chain' | 'code' | 'log' | 'clock'>;

/**
 * Whether an account may take new nonces. A chain that knows more of it than the database means a lost database or a
 * stolen key: the lane pauses, and a person decides. Throws ChainUnavailable.
 */
export async function laneIsOpen(
  { db, chain, code, log, clock }: Looking,
  account: Account,
): Promise<boolean> {
  const key = { chain: code, account };
  // Before our own row is read: what others of us send meanwhile can only make our number larger.
  const seen = await chain.nonce(account);
  const lane = (await readLane(db, key)) ?? (await openLane(db, key));
  if (lane.isPaused) return false;
  if (seen <= lane.next) return true;
  const reason = `the chain counts ${seen} transactions, we know of ${lane.next}`;
  await pause({ db, log, key, reason, now: clock() });
  return false;
}

/**
 * Looks at the lanes that pay people whether or not anything waits to be signed: a database that was restored without a
 * word is found before anybody takes back what was paid since. A chain that is away is asked again in the next round.
 */
export async function watchLanes(looking: Looking): Promise<void> {
  const { db, code, log } = looking;
  try {
    for (const account of await payingAccounts(db, code)) await laneIsOpen(looking, account);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.info({ chain: code, reason: error.message }, 'the lanes could not be looked at just now');
  }
}

/** Accounts of ours that pay people on a chain. */
export async function payingAccounts(db: Database, chain: ChainCode): Promise<Account[]> {
  const found = await sql<{ account: Buffer }>`
    select a.account from app.chain_address a
    join app.chain n on n.family = a.family and n.code = ${chain}
    where a.purpose = 'hot' order by a.id`.execute(db);
  return found.rows.map(({ account }) => accountOf(account));
}

/** Whether a lane that pays people is paused: then nobody knows for sure what it has signed. */
export async function payingIsPaused(db: Database, chain: ChainCode): Promise<boolean> {
  const found = await sql`
    select 1 from app.lane l
    join app.chain n on n.code = l.chain
    where l.chain = ${chain} and l.paused_at is not null and not exists (
      select from app.chain_address a
      where a.family = n.family and a.account = l.account and a.purpose <> 'hot')
    limit 1`.execute(db);
  return found.rows.length > 0;
}

export type Lane = { readonly next: bigint; readonly isPaused: boolean };

/** Makes the lane of an account that has none. */
export async function openLane(db: Database, key: LaneKey): Promise<Lane> {
  await sql`
    insert into app.lane (chain, account, next_nonce) values (${key.chain}, ${bytesOf(key.account)}, 0)
    on conflict do nothing`.execute(db);
  const lane = await readLane(db, key);
  assert(lane !== undefined, `the account ${key.account} has its lane`);
  return lane;
}

export async function readLane(db: Database, { chain, account }: LaneKey): Promise<Lane | undefined> {
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

/** Gives a nonce of a locked lane to one payment, for ever: the next one, or one that turned out to be used. */
export async function takeNonce(db: Database, slot: NewSlot): Promise<void> {
  const { chain, account, nonce, purpose, workId, now } = slot;
  await sql`
    update app.lane set next_nonce = greatest(next_nonce, ${nonce + 1n}) where chain = ${chain} and account = ${bytesOf(account)}`.execute(
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
