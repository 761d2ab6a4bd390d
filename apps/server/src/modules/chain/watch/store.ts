/**
 * What was read of a chain: the cursor, the blocks below it and the transfers in them. The cursor moves by
 * compare-and-set on its hash, so of two readers at once one moves it and the other has done nothing.
 */
import type { BlockRef, ChainCode, Hash } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import type { FoundBlock } from './found-block.ts';
import { blockRows } from './found-block.ts';

export type WatchOpening = {
  readonly networkId: bigint;
  readonly genesis: Hash;
  readonly block: BlockRef;
  readonly now: number;
};

/** The first block that is known of a chain, one that is final. False: somebody else was faster. */
export async function openCursor(
  db: Database,
  chain: ChainCode,
  { networkId, genesis, block, now }: WatchOpening,
): Promise<boolean> {
  const made = await sql`
    insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at)
    values (${chain}, ${String(networkId)}, ${genesis}, ${block.height}, ${block.hash}, ${block.height},
      ${new Date(now)})
    on conflict (chain) do nothing returning chain`.execute(db);
  if (made.rows.length === 0) return false;
  await insertBlocks(db, chain, [{ block, transfers: [] }]);
  return true;
}

/** Where the cursor stands before and after a move. */
export type Move = {
  readonly chain: ChainCode;
  readonly from: { readonly height: number; readonly hash: Hash };
  readonly to: { readonly height: number; readonly hash: Hash };
  readonly now: number;
};

/** False: the cursor is elsewhere by now, or stopped; the caller has nothing to write. */
export async function moveCursor(db: Database, { chain, from, to, now }: Move): Promise<boolean> {
  const moved = await sql`
    update app.chain_cursor set height = ${to.height}, hash = ${to.hash}, read_at = ${new Date(now)}
    where chain = ${chain} and height = ${from.height} and hash = ${from.hash} and halted_at is null
    returning chain`.execute(db);
  return moved.rows.length === 1;
}

/** The node answered, and nothing is new. */
export async function touchCursor(db: Database, chain: ChainCode, now: number): Promise<void> {
  await sql`update app.chain_cursor set read_at = ${new Date(now)} where chain = ${chain}`.execute(db);
}

/** Stores whether a node of the chain reports payments from within contracts, as the receive page and operators are told. */
export async function setSight(db: Database, chain: ChainCode, seesInner: boolean): Promise<void> {
  await sql`update app.chain_cursor set sees_inner = ${seesInner} where chain = ${chain}`.execute(db);
}

/** Finality only grows, and never beyond what was read. */
export async function moveFinality(db: Database, chain: ChainCode, height: number): Promise<void> {
  await sql`
    update app.chain_cursor set finalized_height = ${height}
    where chain = ${chain} and finalized_height < ${height} and height >= ${height}`.execute(db);
}

/** Blocks on the canonical chain with what they hold for us; one that left it before may come back. */
export async function insertBlocks(
  db: Database,
  chain: ChainCode,
  found: readonly FoundBlock[],
): Promise<void> {
  const rows = found.map(({ block }) => ({
    height: block.height,
    hash: block.hash,
    parent: block.parent,
    mined_at: new Date(block.timeMs).toISOString(),
  }));
  await sql`
    insert into app.chain_block (chain, height, hash, parent, mined_at)
    select ${chain}, height, hash, parent, mined_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(height bigint, hash text, parent text,
      mined_at timestamptz)
    on conflict (chain, hash) do update set is_canonical = true`.execute(db);
  await insertTransfers(db, chain, found);
}

/** What canonical blocks hold for us, without the blocks themselves. */
export async function insertTransfers(
  db: Database,
  chain: ChainCode,
  found: readonly FoundBlock[],
): Promise<void> {
  const transfers = found.flatMap(blockRows);
  if (transfers.length === 0) return;
  await sql`
    insert into app.chain_transfer (chain, block_hash, height, tx_id, position, contract, address_id, from_account,
      amount)
    select ${chain}, block_hash, height, tx_id, position, decode(contract, 'hex'), address_id,
      decode(from_account, 'hex'), amount
    from jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb) as row(block_hash text, height bigint, tx_id text,
      position integer, contract text, address_id bigint, from_account text, amount numeric)
    on conflict (chain, block_hash, tx_id, position) do update set is_canonical = true`.execute(db);
}

/** What stands above this height left the chain. It is kept, marked. */
export async function leaveBlocks(db: Database, chain: ChainCode, above: number): Promise<void> {
  await sql`
    update app.chain_block set is_canonical = false
    where chain = ${chain} and height > ${above} and is_canonical`.execute(db);
  await sql`
    update app.chain_transfer set is_canonical = false
    where chain = ${chain} and height > ${above} and is_canonical`.execute(db);
}

/** The highest block that was ever read, whether it is still part of the chain or not. */
export async function highestKnown(db: Database, chain: ChainCode): Promise<number> {
  const found = await sql<{ height: bigint | null }>`
    select max(height) as height from app.chain_block where chain = ${chain}`.execute(db);
  return Number(found.rows[0]?.height ?? -1n);
}

/** A halted chain may go on; what was final is so only up to a height. */
export async function updateWatchResumed(db: Database, chain: ChainCode, height: number): Promise<void> {
  await sql`
    update app.chain_cursor set halted_at = null, halted_reason = null,
      finalized_height = least(finalized_height, ${height})
    where chain = ${chain}`.execute(db);
}

/** What is written of a block, by transaction and position. */
export async function listTransfersOf(
  db: Database,
  chain: ChainCode,
  hash: Hash,
): Promise<{ tx_id: string; position: number }[]> {
  const known = await sql<{ tx_id: string; position: number }>`
    select tx_id, position from app.chain_transfer
    where chain = ${chain} and block_hash = ${hash}`.execute(db);
  return known.rows;
}
