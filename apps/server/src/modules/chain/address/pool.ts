/** Accounts of our own: a pool that was derived before, from which people draw what they show to others. */
import type { Family } from '@marigold/chain/account';
import { createAccountTable } from '@marigold/chain/account-table';
import type { WatchKey } from '@marigold/chain/hd';
import type { ChainAccount } from '@marigold/chain/port';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import { accountOf } from '../registry.ts';
import type { NewAddresses } from './store.ts';
import {
  findHouseAccount,
  insertAddresses,
  listAddressesAfter,
  lockAddresses,
  readPool,
  takeFreeAddress,
  updateRetired,
} from './store.ts';

/** An address that somebody was given. It stays theirs for ever. */
export type OwnAddress = {
  /** What its owner knows it by. */
  readonly id: string;
  /** The row of app.chain_address. */
  readonly addressId: bigint;
  readonly family: Family;
  readonly account: ChainAccount;
  readonly pathIndex: number;
  readonly keyFingerprint: Buffer;
  readonly label: string | null;
  readonly givenAt: number;
};

export type AddressDraw = {
  readonly userId: string;
  readonly family: Family;
  readonly label: string | null;
  readonly now: number;
};

/** Gives a person the next address of the pool; two at once never draw the same. Undefined: the pool is empty. */
export async function drawAddress(
  db: Database,
  { userId, family, label, now }: AddressDraw,
): Promise<OwnAddress | undefined> {
  const row = await takeFreeAddress(db, { userId, family, label, now });
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
 * After a restore to an earlier moment any free address may have been given to somebody since, so none of them is given
 * again. They are still watched, and what comes to them waits for operators. Answers how many there were.
 */
export async function retirePool(db: Database): Promise<number> {
  return await updateRetired(db);
}

export type PoolOrder = WatchKey & {
  readonly family: Family;
  /** How many free addresses there should be. */
  readonly size: number;
  readonly now: number;
};

/** Deriving takes about a millisecond each; more are made next time. */
const derivedPerFill = 2000;

/** Derives addresses until so many are free, a part of them each time. Answers how many were added. */
export async function fillPool(
  db: Database,
  { family, accountAt, fingerprint, size, now }: PoolOrder,
): Promise<number> {
  const { free, next } = await readPool(db, family);
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
  readonly account: ChainAccount;
  readonly now: number;
};

/** Writes down an account of the house, so that what comes to it is known. Another account than before is refused. */
export async function addHouseAccount(
  db: Database,
  { family, purpose, account, now }: HouseAccount,
): Promise<void> {
  const fingerprint = Buffer.alloc(4);
  await addAccounts(db, { family, purpose, fingerprint, accounts: [{ pathIndex: 0, account }], now });
  assert(
    (await findHouseAccount(db, { family, purpose })) === account,
    `the ${purpose} account of ${family} is the one that was always used`,
  );
}

/** One writer at a time: ids become visible in their order, so that a feed which asks for newer ones misses none. */
async function addAccounts(db: Database, accounts: NewAddresses): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockAddresses(transaction);
    return await insertAddresses(transaction, accounts);
  });
}

/** The accounts that are ours, in memory: asked for every transfer of every block. */
export interface AddressFeed {
  /** Takes up what was added since. After it, an account that was ever shown to somebody is known. */
  reload(): Promise<void>;
  readonly isOurs: (account: ChainAccount) => boolean;
  /** The row of app.chain_address of an account of ours. */
  get(account: ChainAccount): number;
  readonly size: number;
  /** What it takes in memory. */
  readonly bytes: number;
}

const accountsPerRead = 50_000;

export function createAddressFeed(db: Database, family: Family): AddressFeed {
  const table = createAccountTable();
  let last = 0n;
  async function readOn(): Promise<number> {
    const found = await listAddressesAfter(db, { family, last, count: accountsPerRead });
    for (const { id, account } of found) {
      table.add(accountOf(account), Number(id));
      last = id;
    }
    return found.length;
  }
  return {
    async reload() {
      let read = accountsPerRead;
      // Ends: each turn reads behind the last id, and addresses are derived far slower than a full piece is read.
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
