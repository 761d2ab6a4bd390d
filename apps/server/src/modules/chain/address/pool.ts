/** Accounts of our own: a pool that was derived before, from which people draw what they show to others. */
import type { Family } from '@marigold/chain/account';
import { createAccountTable } from '@marigold/chain/account-table';
import type { WatchKey } from '@marigold/chain/hd';
import type { Account } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { accountOf, bytesOf } from '../registry.ts';

/** An address that somebody was given. It stays theirs for ever. */
export type OwnAddress = {
  /** What its owner knows it by. */
  readonly id: string;
  /** The row of app.chain_address. */
  readonly addressId: bigint;
  readonly family: Family;
  readonly account: Account;
  readonly pathIndex: number;
  readonly keyFingerprint: Buffer;
  readonly label: string | null;
  readonly givenAt: number;
};

export type Draw = {
  readonly userId: string;
  readonly family: Family;
  readonly label: string | null;
  readonly now: number;
};

/** What stands in the label of a free address that nobody is given any more. */
const retired = 'retired';

/** Gives a person the next address of the pool; two at once never draw the same. Undefined: the pool is empty. */
export async function drawAddress(
  db: Database,
  { userId, family, label, now }: Draw,
): Promise<OwnAddress | undefined> {
  const drawn = await sql<{
    id: bigint;
    given_id: string;
    account: Buffer;
    path_index: number;
    key_fingerprint: Buffer;
    label: string | null;
    given_at: number;
  }>`
    update app.chain_address set user_id = ${userId}, given_id = ${newId()}, given_at = ${new Date(now)}, label = ${label}
    where id = (
      select id from app.chain_address
      where family = ${family} and purpose = 'deposit' and user_id is null and label is null
      order by id limit 1 for update skip locked
    )
    returning id, given_id, account, path_index, key_fingerprint, label, given_at`.execute(db);
  const row = drawn.rows[0];
  if (row === undefined) return undefined;
  return {
    id: row.given_id,
    addressId: row.id,
    family,
    account: accountOf(row.account),
    pathIndex: row.path_index,
    keyFingerprint: row.key_fingerprint,
    label: row.label,
    givenAt: row.given_at,
  };
}

/**
 * After a restore to an earlier moment any free address may be somebody's since: none of them is given again. They are
 * watched as before, so that what comes to them waits for persons. Answers how many there were.
 */
export async function retirePool(db: Database): Promise<number> {
  const done = await sql`
    update app.chain_address set label = ${retired}
    where purpose = 'deposit' and user_id is null and label is null`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

export type PoolOrder = WatchKey & {
  readonly family: Family;
  /** How many free addresses there should be. */
  readonly size: number;
  readonly now: number;
};

/** More than are given between a backup and its restore: what was derived and given then lies below. */
const indexesSkipped = 1_000_000;

/** Deriving takes about a millisecond each; more are made next time. */
const derivedPerFill = 2000;

/** Derives addresses until so many are free, a part of them each time. Answers how many were added. */
export async function fillPool(
  db: Database,
  { family, accountAt, fingerprint, size, now }: PoolOrder,
): Promise<number> {
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
  const { free = 0n, next = 0 } = found.rows[0] ?? {};
  const missing = Math.min(size - Number(free), derivedPerFill);
  if (missing <= 0) return 0;
  const accounts = Array.from({ length: missing }, (_, place) => ({
    pathIndex: next + place,
    account: accountAt(next + place),
  }));
  return await addAccounts(db, { family, purpose: 'deposit', fingerprint, accounts, now });
}

export type HouseAccount = {
  readonly family: Family;
  readonly purpose: 'hot' | 'gas';
  readonly account: Account;
  readonly now: number;
};

/** Writes down an account of the house, so that what comes to it is known. Another account than before is refused. */
export async function addHouseAccount(
  db: Database,
  { family, purpose, account, now }: HouseAccount,
): Promise<void> {
  const fingerprint = Buffer.alloc(4);
  await addAccounts(db, { family, purpose, fingerprint, accounts: [{ pathIndex: 0, account }], now });
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address
    where family = ${family} and purpose = ${purpose} and path_index = 0`.execute(db);
  const [row] = found.rows;
  assert(
    row !== undefined && accountOf(row.account) === account,
    `the ${purpose} account of ${family} is the one that was always used`,
  );
}

type NewAccounts = {
  readonly family: Family;
  readonly purpose: 'deposit' | 'hot' | 'gas';
  readonly fingerprint: Buffer;
  readonly accounts: readonly { readonly pathIndex: number; readonly account: Account }[];
  readonly now: number;
};

/** One writer at a time: ids become visible in their order, so that a feed which asks for newer ones misses none. */
async function addAccounts(
  db: Database,
  { family, purpose, fingerprint, accounts, now }: NewAccounts,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('chain_address', 0))`.execute(transaction);
    const added = await sql`
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
      select ${family}, ${purpose}, path_index, account, ${fingerprint}, ${new Date(now)}
      from unnest(${accounts.map(({ pathIndex }) => pathIndex)}::integer[],
        ${accounts.map(({ account }) => bytesOf(account))}::bytea[]) as row(path_index, account)
      on conflict do nothing
      returning id`.execute(transaction);
    return added.rows.length;
  });
}

/** The accounts that are ours, in memory: asked for every transfer of every block. */
export interface AddressFeed {
  /** Takes up what was added since. After it, an account that was ever shown to somebody is known. */
  reload(): Promise<void>;
  readonly isOurs: (account: Account) => boolean;
  /** The row of app.chain_address of an account of ours. */
  get(account: Account): number;
  readonly size: number;
  /** What it takes in memory. */
  readonly bytes: number;
}

const accountsPerRead = 50_000;

export function createAddressFeed(db: Database, family: Family): AddressFeed {
  const table = createAccountTable();
  let last = 0n;
  async function readOn(): Promise<number> {
    const found = await sql<{ id: bigint; account: Buffer }>`
      select id, account from app.chain_address
      where family = ${family} and id > ${last} order by id limit ${accountsPerRead}`.execute(db);
    for (const { id, account } of found.rows) {
      table.add(accountOf(account), Number(id));
      last = id;
    }
    return found.rows.length;
  }
  return {
    async reload() {
      let read = accountsPerRead;
      while (read === accountsPerRead) read = await readOn();
    },
    isOurs: (account) => table.find(account) !== undefined,
    get(account) {
      const id = table.find(account);
      assert(id !== undefined, `${account} is an account of ours`);
      return id;
    },
    get size() {
      return table.size;
    },
    get bytes() {
      return table.bytes;
    },
  };
}
