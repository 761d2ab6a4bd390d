/** The SQL of differences between books and chains. */
import type { ChainAccount, ChainCode } from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import type { AccountName } from '@marigold/ledger/account';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { accountOf } from '../chain/registry.ts';
import { sumReceived } from '../chain/views.ts';
import { isSending, sumGasOf, sumSwept } from '../payout/views.ts';

export type NewDifference = {
  readonly id: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly amount: ChainUnits;
  readonly units: bigint;
  readonly journalId: bigint | null;
  readonly reason: string;
  readonly against: 'treasury' | 'suspense';
  readonly addressId: bigint | null;
  readonly height: number | null;
  readonly by: string;
  readonly second: string | null;
  readonly now: number;
};

export async function insertDifference(db: Database, one: NewDifference): Promise<void> {
  await sql`
    insert into app.chain_difference (id, chain, asset, amount, units, journal_id, reason, against, address_id, height,
      accepted_by, second_by, accepted_at)
    values (${one.id}, ${one.chain}, ${one.asset}, ${String(one.amount)}, ${String(one.units)}, ${one.journalId}, ${one.reason}, ${one.against},
      ${one.addressId}, ${one.height}, ${one.by}, ${one.second}, ${new Date(one.now)})`.execute(db);
}

/** How many differences of a currency were ever booked. */
export async function countDifferences(db: Database, chain: ChainRow, asset: ChainAsset): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.chain_difference
    where chain = ${chain.code} and asset = ${asset.asset}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** All differences of a currency together, below zero where more was missing, and the ledger units booked for them. */
export async function sumDifferences(
  db: Database,
  chain: ChainRow,
  asset: ChainAsset,
): Promise<{ readonly amount: ChainUnits; readonly units: bigint }> {
  const found = await sql<{ amount: string; units: string }>`
    select coalesce(sum(amount), 0)::text as amount, coalesce(sum(units), 0)::text as units
    from app.chain_difference where chain = ${chain.code} and asset = ${asset.asset}`.execute(db);
  const { amount = '0', units = '0' } = found.rows[0] ?? {};
  return { amount: BigInt(amount) as ChainUnits, units: BigInt(units) };
}

/** The balance of an account of the house; nothing where it was never opened. */
export async function readBalance(db: Database, { assetId, kind }: AccountName): Promise<bigint> {
  const found = await sql<{ balance: string }>`
    select balance::text as balance from ledger.account
    where owner_id is null and asset_id = ${assetId} and kind = ${kind}`.execute(db);
  return BigInt(found.rows[0]?.balance ?? '0');
}

export type KnownBalance = {
  readonly id: bigint;
  readonly account: ChainAccount;
  readonly known: ChainUnits;
};

/** What was read and booked of deposit addresses; those that just send are left out. */
export async function listKnown(
  db: Database,
  chain: ChainRow,
  {
    asset,
    height,
    accounts,
  }: { readonly asset: ChainAsset; readonly height: number; readonly accounts: readonly ChainAccount[] },
): Promise<KnownBalance[]> {
  const { coin } = asset;
  const words = accounts.map((account) => account.slice(2));
  const found = await sql<{ id: bigint; account: Buffer; known: string }>`
    select a.id, a.account,
      ((${sumReceived(sql`a.id`, { chain: chain.code, coin, height })})
        + (select coalesce(sum(f.amount), 0) from app.chain_difference f
          where f.chain = ${chain.code} and f.asset = ${asset.asset} and f.address_id = a.id)
        - (${sumSwept(sql`a.id`, { chain: chain.code, asset: asset.asset })})
        - (${sumGasOf(sql`a.account`, { chain: chain.code, coin })}))::text as known
    from app.chain_address a
    where a.family = ${chain.family} and a.purpose = 'deposit'
      and a.account in (select decode(word, 'hex') from unnest(${words}::text[]) word)
      and not ${isSending(sql`a.account`, { chain: chain.code, height })}
    order by a.id`.execute(db);
  return found.rows.map(({ id, account, known }) => ({
    id,
    account: accountOf(account),
    // Below zero where more left an account than the books know of.
    known: BigInt(known) as ChainUnits,
  }));
}

export type Suspended = {
  readonly id: string;
  readonly amount: ChainUnits;
  readonly units: bigint;
  readonly addressId: bigint | null;
};

/**
 * What a comparison put into suspense of a coin at one address or at none, locked. All of it, because what stayed would be
 * booked twice: two rows at most of each comparison with a surplus (`partsOf`), until persons say whose it is.
 */
export async function lockSuspended(
  db: Database,
  {
    chain,
    asset,
    addressId,
    by,
  }: { readonly chain: ChainCode; readonly asset: string; readonly addressId: number; readonly by: string },
): Promise<Suspended[]> {
  const rows = await sql<{ id: string; amount: string; units: string; address_id: bigint | null }>`
      select id, amount::text as amount, units::text as units, address_id from app.chain_difference
      where chain = ${chain} and asset = ${asset} and accepted_by = ${by} and amount > 0
        and assigned_at is null and (address_id is null or address_id = ${addressId})
      order by id for update`.execute(db);
  return rows.rows.map((row) => ({
    id: row.id,
    amount: toChainUnits(BigInt(row.amount)),
    units: BigInt(row.units),
    addressId: row.address_id,
  }));
}

/** It left suspense again. */
export async function updateReleased(
  db: Database,
  { id, journalId, now }: { readonly id: string; readonly journalId: bigint | null; readonly now: number },
): Promise<void> {
  await sql`
        update app.chain_difference set assigned_journal_id = ${journalId}, assigned_at = ${new Date(now)}
        where id = ${id}`.execute(db);
}

export type Surplus = {
  readonly id: string;
  readonly chain: string;
  readonly asset: string;
  readonly units: bigint;
  readonly account: ChainAccount | null;
};

/** A surplus that is nobody's yet, locked. */
export async function lockSurplus(db: Database, id: string): Promise<Surplus | undefined> {
  const found = await sql<{
    id: string;
    chain: string;
    asset: string;
    units: string;
    account: Buffer | null;
  }>`
      select f.id, f.chain, f.asset, f.units::text as units, w.account
      from app.chain_difference f left join app.chain_address w on w.id = f.address_id
      where f.id = ${id} and f.assigned_at is null and f.against = 'suspense' and f.units > 0
      for update of f`.execute(db);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    units: BigInt(row.units),
    account: row.account === null ? null : accountOf(row.account),
  };
}

/** It is somebody's, or the house's own. */
export async function updateAssigned(
  db: Database,
  {
    id,
    userId,
    journalId,
    now,
  }: {
    readonly id: string;
    readonly userId: string | null;
    readonly journalId: bigint;
    readonly now: number;
  },
): Promise<void> {
  await sql`
      update app.chain_difference set assigned_to = ${userId}, assigned_journal_id = ${journalId},
        assigned_at = ${new Date(now)}
      where id = ${id}`.execute(db);
}
