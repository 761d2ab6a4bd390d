/** What other modules may know of chains: where reading stands, what stopped, whose account is whose. */
import type { Family } from '@marigold/chain/account';
import type { ChainAccount, ChainCode, Coin, Hash } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { isMoneyHalted } from '../audit/views.ts';
import { accountOf, bytesOf } from './registry.ts';

type Sql = RawBuilder<unknown>;

/** The currencies of a chain that are stopped by themselves, as an array. */
export function haltedAssetsOf(chain: Sql): Sql {
  return sql`array(select h.asset from app.chain_halt h where h.chain = ${chain} and h.resumed_at is null)`;
}

/** The family of a chain, closed ones too. */
export async function findFamily(db: Database, code: ChainCode): Promise<'evm' | 'tron' | undefined> {
  const found = await sql<{ family: 'evm' | 'tron' }>`
    select family from app.chain where code = ${code}`.execute(db);
  return found.rows[0]?.family;
}

/** How far a chain was read. */
export type Cursor = {
  readonly networkId: bigint;
  readonly genesis: Hash;
  readonly height: number;
  readonly hash: Hash;
  /** Nothing at or below it can leave the chain; at most `height`. */
  readonly finalizedHeight: number;
  readonly haltedReason: string | null;
  /** Whether any node reports payments from within contracts. */
  readonly seesInner: boolean;
};

type CursorRow = {
  network_id: string;
  genesis: string;
  height: bigint;
  hash: string;
  finalized_height: bigint;
  halted_reason: string | null;
  sees_inner: boolean;
};

/** Undefined: nothing was read of it so far. */
export async function readCursor(db: Database, chain: ChainCode): Promise<Cursor | undefined> {
  const found = await sql<CursorRow>`
    select network_id, genesis, height, hash, finalized_height, halted_reason, sees_inner
    from app.chain_cursor where chain = ${chain}`.execute(db);
  return found.rows.map(cursorOf)[0];
}

/** As readCursor, and it stays where it is until the transaction ends. */
export async function lockCursor(db: Database, chain: ChainCode): Promise<Cursor | undefined> {
  const found = await sql<CursorRow>`
    select network_id, genesis, height, hash, finalized_height, halted_reason, sees_inner
    from app.chain_cursor where chain = ${chain} for update`.execute(db);
  return found.rows.map(cursorOf)[0];
}

function cursorOf(row: CursorRow): Cursor {
  return {
    networkId: BigInt(row.network_id),
    genesis: row.genesis,
    height: Number(row.height),
    hash: row.hash,
    finalizedHeight: Number(row.finalized_height),
    haltedReason: row.halted_reason,
    seesInner: row.sees_inner,
  };
}

/** The block of the canonical chain that was read at a height. */
export async function knownHash(db: Database, chain: ChainCode, height: number): Promise<Hash | undefined> {
  const found = await sql<{ hash: string }>`
    select hash from app.chain_block where chain = ${chain} and height = ${height} and is_canonical`.execute(
    db,
  );
  return found.rows[0]?.hash;
}

/** Whether all money, a chain or this currency on it is stopped at this moment. */
export async function isStopped(
  db: Database,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
): Promise<boolean> {
  const found = await sql<{ is_halted: boolean }>`
    select ${isMoneyHalted}
      or exists (select from app.chain_cursor where chain = ${chain} and halted_at is not null)
      or exists (select from app.chain_halt
        where chain = ${chain} and asset = ${asset} and resumed_at is null) as is_halted`.execute(db);
  return found.rows[0]?.is_halted === true;
}

export type CursorLine = {
  readonly chain: string;
  readonly height: bigint;
  readonly finalized_height: bigint;
  readonly read_at: number;
  readonly halted_reason: string | null;
  readonly sees_inner: boolean;
};

/** Every chain that was read, for operators. */
export async function listCursors(db: Database): Promise<CursorLine[]> {
  const found =
    await sql<CursorLine>`select chain, height, finalized_height, read_at, halted_reason, sees_inner from app.chain_cursor order by chain`.execute(
      db,
    );
  return found.rows;
}

export type HaltLine = {
  readonly chain: string;
  readonly asset: string;
  readonly reason: string;
  readonly halted_at: number;
};

/** What is stopped by itself, for operators: a coin of a chain is stopped once at a time. */
export async function listAssetHalts(db: Database): Promise<HaltLine[]> {
  const found = await sql<HaltLine>`
    select chain, asset, reason, halted_at from app.chain_halt where resumed_at is null order by halted_at`.execute(
    db,
  );
  return found.rows;
}

/**
 * Accounts of ours on a family of chains to which anything ever came on this one, and those of the house. All of them,
 * because books and chain are compared to the last unit: no more than the watcher holds in memory for every block anyway
 * (`createAddressFeed`).
 */
export async function listUsedAccounts(
  db: Database,
  { code, family }: { readonly code: ChainCode; readonly family: Family },
): Promise<ChainAccount[]> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${family} and (purpose in ('hot', 'gas')
      or id in (select address_id from app.chain_transfer where chain = ${code}))
    order by id`.execute(db);
  return found.rows.map(({ account }) => accountOf(account));
}

/** True where an account on chains of a family is an address of a person of Marigold, who is paid inside. */
export function isAddressOfPerson(family: Sql, account: Sql): Sql {
  return sql`exists (select from app.chain_address own
        where own.family = ${family} and own.account = ${account} and own.user_id is not null)`;
}

/** True where no canonical transfer is the one that a row `d` names by chain, tx_id, position, address_id, amount and contract. */
export const isTransferGone = sql`not exists (
        select from app.chain_transfer t
        where t.chain = d.chain and t.tx_id = d.tx_id and t.position = d.position and t.address_id = d.address_id
          and t.amount = d.amount and t.contract is not distinct from d.contract and t.is_canonical)`;

/** True where a block is neither part of a chain nor can become it again. */
export function isBlockLost(chain: Sql, hash: Sql, finalizedHeight: number): Sql {
  return sql`not exists (select from app.chain_block b
            where b.chain = ${chain} and b.hash = ${hash}
              and (b.is_canonical or b.height > ${finalizedHeight}))`;
}

/** True where something of this name is final. */
export function isNameFinal(chain: Sql, txId: Sql, finalizedHeight: number): Sql {
  return sql`exists (select from app.chain_transfer t
            where t.chain = ${chain} and t.tx_id = ${txId} and t.is_canonical and t.height <= ${finalizedHeight})`;
}

/** All of a coin that came to an address up to a height, in chain units. */
export function sumReceived(
  addressId: Sql,
  { chain, coin, height }: { readonly chain: ChainCode; readonly coin: Coin; readonly height: number },
): Sql {
  const contract = coin === 'native' ? null : bytesOf(coin);
  return sql`select coalesce(sum(t.amount), 0) from app.chain_transfer t
          where t.chain = ${chain} and t.address_id = ${addressId} and t.is_canonical and t.height <= ${height}
            and t.contract is not distinct from ${contract}::bytea`;
}

/** Joins the cursor of a chain as `c`, where it was read. */
export function joinCursor(chain: Sql): Sql {
  return sql`left join app.chain_cursor c on c.chain = ${chain}`;
}

/** True where a chain, or one currency on one, is stopped. */
export const isAnyChainHalted = sql`(exists (select from app.chain_cursor where halted_at is not null)
          or exists (select from app.chain_halt where resumed_at is null))`;

/** True where no node of a chain tells what contracts pay from within. */
export const isAnySightPlain = sql`exists (select from app.chain_cursor where not sees_inner)`;

/**
 * Blocks below everything that may still change: more than any branch ever had, a week of Ethereum. A halted chain goes on
 * from the newest of them that its node knows as well. What they held for us stays for ever.
 */
const blocksStored = 50_000;

export const pruneBlocks: PruneStep = (_moment, most) =>
  sql`delete from app.chain_block where (chain, hash) in (
          select b.chain, b.hash
          from app.chain_cursor c
          join app.chain n on n.code = c.chain
          join app.chain_block b on b.chain = c.chain
            and b.height < least(c.finalized_height, c.height - n.reorg_max) - ${blocksStored}::int
          where c.halted_at is null limit ${most})`;
