/** Rows as the watcher and the pipeline of transfers leave them, for tests of those who read them. */
import { randomBytes } from 'node:crypto';

import type { ChainAccount } from '@marigold/chain/port';
import type { ChainDepositState, PayoutState } from '@marigold/chain/states';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';

import { bytesOf } from '../src/modules/chain/registry.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newRowId } from '../src/platform/process/ids.ts';

const networkId = 31337;

/** The chain `eth` was read up to a height, just now unless told otherwise. */
export async function readUpTo(
  db: Database,
  height: number,
  { now, minedAt = now }: { readonly now: number; readonly minedAt?: number },
): Promise<void> {
  const hash = `0x${randomBytes(32).toString('hex')}`;
  await sql`update app.chain_block set is_canonical = false where chain = 'eth' and height = ${height}`.execute(
    db,
  );
  await sql`
    insert into app.chain_block (chain, height, hash, parent, mined_at)
    values ('eth', ${height}, ${hash}, '0x00', ${new Date(minedAt)})`.execute(db);
  await sql`
    insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
    values ('eth', ${networkId}, '0x00', ${height}, ${hash}, 0, ${new Date(now)})
    on conflict (chain) do update set height = ${height}, hash = ${hash}, read_at = ${new Date(now)}`.execute(
    db,
  );
}

/** Adds so many addresses to the pool that people draw from. */
export async function fillTestPool(db: Database, count: number): Promise<void> {
  await sql`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    select 'evm', 'deposit', made.number, decode(md5(made.number::text) || substr(md5(made.number::text || 'x'), 1, 8), 'hex'),
      '\\x00000000', now()
    from (select coalesce(max(path_index), -1)::int as last from app.chain_address where purpose = 'deposit') pool,
      generate_series(pool.last + 1, pool.last + ${count}::int) made (number)`.execute(db);
}

export type WrittenDeposit = {
  readonly userId: string;
  /** What the owner knows the address by. */
  readonly address: string;
  readonly state: ChainDepositState;
  /** Chain units. */
  readonly amount: string;
  /** USDT; null: a coin that is not listed. */
  readonly asset?: string | null;
  /** Null: in no block. */
  readonly height?: number | null;
  readonly lockUnits?: bigint;
  readonly billId?: string;
  /** Of a transaction of its own unless named. */
  readonly txId?: string;
  readonly now: number;
};

/** A deposit as the watcher leaves it. Answers its id and transaction. */
export async function addDeposit(db: Database, row: WrittenDeposit): Promise<{ id: string; txId: string }> {
  const [id, txId] = [newRowId(), row.txId ?? `0x${randomBytes(32).toString('hex')}`];
  const { asset = 'USDT', height = 100, lockUnits = 0n } = row;
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, units, lock_units, bill_id, seen_at)
    select ${id}, 'eth', ${txId}, 0, w.id, ${row.userId}, ${asset}, ${bytesOf(fakeAccount('sender'))}, ${row.amount},
      ${row.state}, ${height}, ${height === null ? null : '0x01'}, ${String(lockUnits)}, ${String(lockUnits)},
      ${row.billId ?? null}, ${new Date(row.now)}
    from app.chain_address w where w.given_id = ${row.address}`.execute(db);
  return { id, txId };
}

export type PayoutRow = {
  readonly userId: string;
  readonly account: ChainAccount;
  readonly state: PayoutState;
  readonly billId: string;
  readonly asset?: string;
  readonly txId?: string;
  readonly height?: number;
  readonly reason?: string;
  readonly now: number;
};

/** An on-chain transfer as the pipeline leaves it. */
export async function addPayout(db: Database, row: PayoutRow): Promise<void> {
  const [id, quoteId] = [newRowId(), newRowId()];
  const { asset = 'USDT', now } = row;
  const [at, account] = [new Date(now), bytesOf(row.account)];
  await sql`
    insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, created_at, expires_at, used_at)
    values (${quoteId}, ${row.userId}, 'eth', ${asset}, ${account}, 2000000000, 500000000, ${at}, ${at}, ${at})`.execute(
    db,
  );
  await sql`
    insert into app.payout (id, user_id, chain, asset, account, units, fee_units, quote_id, hold_id, bill_id, state, reason,
      tx_id, height, created_at, changed_at)
    values (${id}, ${row.userId}, 'eth', ${asset}, ${account}, 2000000000, 500000000, ${quoteId}, ${newRowId()},
      ${row.billId}, ${row.state}, ${row.reason ?? null}, ${row.txId ?? null}, ${row.height ?? null}, ${at}, ${at})`.execute(
    db,
  );
}
