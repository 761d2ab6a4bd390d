/** The SQL of accounts that are ours: the pool, whom its addresses were given to, and those of the house. */
import type { Family } from '@marigold/chain/account';
import type { ChainAccount, ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { accountOf, bytesOf } from '../registry.ts';

/** What stands in the label of a free address that nobody is given any more. */
const retired = 'retired';

/** More than are given between a backup and its restore: what was derived and given then lies below. */
const indexesSkipped = 1_000_000;

export type GivenAddress = {
  readonly id: bigint;
  readonly given_id: string;
  readonly account: Buffer;
  readonly path_index: number;
  readonly key_fingerprint: Buffer;
  readonly label: string | null;
  readonly given_at: number;
};

/** Two at once never take the same. */
export async function takeFreeAddress(
  db: Database,
  {
    userId,
    family,
    label,
    now,
  }: {
    readonly userId: string;
    readonly family: Family;
    readonly label: string | null;
    readonly now: number;
  },
): Promise<GivenAddress | undefined> {
  const drawn = await sql<GivenAddress>`
    update app.chain_address set user_id = ${userId}, given_id = ${newRowId()}, given_at = ${new Date(now)}, label = ${label}
    where id = (
      select id from app.chain_address
      where family = ${family} and purpose = 'deposit' and user_id is null and label is null
      order by id limit 1 for update skip locked
    )
    returning id, given_id, account, path_index, key_fingerprint, label, given_at`.execute(db);
  return drawn.rows[0];
}

/** Marks every free address as one that nobody is given; answers how many there were. */
export async function updateRetired(db: Database): Promise<number> {
  const done = await sql`
    update app.chain_address set label = ${retired}
    where purpose = 'deposit' and user_id is null and label is null`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** How many addresses are free, and the index from which on none was derived. */
export async function readPool(
  db: Database,
  family: Family,
): Promise<{ readonly free: bigint; readonly next: number }> {
  const found = await sql<{ free: bigint; next: number }>`
    select
      (select count(*) from app.chain_address
        where family = ${family} and purpose = 'deposit' and user_id is null and label is null) as free,
      coalesce((select path_index + 1
          + case when user_id is null and label = ${retired} then ${indexesSkipped}::integer else 0 end
        from app.chain_address
        where family = ${family} and purpose = 'deposit' order by path_index desc limit 1), 0) as next`.execute(
    db,
  );
  return found.rows[0] ?? { free: 0n, next: 0 };
}

/** The account of the house for one purpose. */
export async function findHouseAccount(
  db: Database,
  { family, purpose }: { readonly family: Family; readonly purpose: 'hot' | 'gas' },
): Promise<ChainAccount | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${family} and purpose = ${purpose} and path_index = 0`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : accountOf(row.account);
}

/** All accounts of the house on chains of a family. */
export async function listHouseAccounts(db: Database, family: Family): Promise<ChainAccount[]> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${family} and purpose in ('hot', 'gas') order by id`.execute(db);
  return found.rows.map((row) => accountOf(row.account));
}

/** The rows of accounts of the house, on whatever chains. */
export async function listHouseIds(db: Database): Promise<number[]> {
  const house = await sql<{ id: bigint }>`
    select id from app.chain_address where purpose in ('hot', 'gas')`.execute(db);
  return house.rows.map(({ id }) => Number(id));
}

/** Whoever adds addresses waits for whoever does it already. */
export async function lockAddresses(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('chain_address', 0))`.execute(db);
}

export type NewAddresses = {
  readonly family: Family;
  readonly purpose: 'deposit' | 'hot' | 'gas';
  readonly fingerprint: Buffer;
  readonly accounts: readonly { readonly pathIndex: number; readonly account: ChainAccount }[];
  readonly now: number;
};

/** Answers how many were new. */
export async function insertAddresses(
  db: Database,
  { family, purpose, fingerprint, accounts, now }: NewAddresses,
): Promise<number> {
  const added = await sql`
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
      select ${family}, ${purpose}, path_index, account, ${fingerprint}, ${new Date(now)}
      from unnest(${accounts.map(({ pathIndex }) => pathIndex)}::integer[],
        ${accounts.map(({ account }) => bytesOf(account))}::bytea[]) as row(path_index, account)
      on conflict do nothing
      returning id`.execute(db);
  return added.rows.length;
}

/** Addresses in the order in which they were added. */
export async function listAddressesAfter(
  db: Database,
  { family, last, count }: { readonly family: Family; readonly last: bigint; readonly count: number },
): Promise<{ id: bigint; account: Buffer }[]> {
  const found = await sql<{ id: bigint; account: Buffer }>`
      select id, account from app.chain_address
      where family = ${family} and id > ${last} order by id limit ${count}`.execute(db);
  return found.rows;
}

/** Writes what a person calls an address of theirs, and answers the family it is of. */
export async function updateLabel(
  db: Database,
  { id, userId, label }: { readonly id: string; readonly userId: string; readonly label: string | null },
): Promise<Family | undefined> {
  const changed = await sql<{ family: Family }>`
        update app.chain_address set label = ${label}
        where given_id = ${id} and user_id = ${userId} returning family`.execute(db);
  return changed.rows[0]?.family;
}

export type KnownAccount = {
  readonly is_token: boolean;
  readonly is_known: boolean;
  readonly owner_id: string | null;
};

/** What is known of an account: whether it is a listed token, and whose it is where it is ours. */
export async function findKnownAccount(
  db: Database,
  chain: { readonly code: ChainCode; readonly family: Family },
  account: ChainAccount,
): Promise<KnownAccount | undefined> {
  const bytes = bytesOf(account);
  const found = await sql<KnownAccount>`
    select exists (select from app.chain_asset where chain = ${chain.code} and contract = ${bytes}) as is_token,
      own.id is not null as is_known, own.user_id as owner_id
    from (select) one left join app.chain_address own on own.family = ${chain.family} and own.account = ${bytes}`.execute(
    db,
  );
  return found.rows[0];
}
