import type { Family } from '@marigold/chain/account';
/** What other modules may know of payees. */
import type { ChainAccount } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { bytesOf, accountOf } from '../chain/registry.ts';
import { firstArrival, latestRecipients } from '../payout/views.ts';

/** An account on a chain, as somebody's book may hold it for a currency. */
export type PayeeKey = {
  readonly userId: string;
  readonly chain: string;
  readonly currency: string;
  readonly account: ChainAccount;
};

/**
 * Spec 5: the currency must be that of the recipient's address. The currency for which an address stands in a book that
 * has it for others only; undefined: it may be paid.
 */
export async function otherCurrencyOf(
  db: Database,
  { userId, chain, currency, account }: PayeeKey,
): Promise<string | undefined> {
  const found = await sql<{ other: string | null; fits: boolean | null }>`
    select min(asset) as other, bool_or(asset = ${currency}) as fits from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null`.execute(
    db,
  );
  const row = found.rows[0];
  return row?.fits === false ? (row.other ?? undefined) : undefined;
}

export type LookAlike = {
  /** What the caller calls it; null outside of the address book. */
  readonly name: string | null;
  readonly account: ChainAccount;
};

/** How far back recipients are compared: enough for all of most people, bounded for the others. */
const recipientsMax = 1000;

/**
 * Another payee or recipient of the caller whose address begins and ends alike, as people compare them: by the first four
 * and the last four digits. Such addresses are made to be mistaken for each other.
 */
export async function findLookAlike(
  db: Database,
  {
    userId,
    family,
    account,
  }: { readonly userId: string; readonly family: Family; readonly account: ChainAccount },
): Promise<LookAlike | undefined> {
  const bytes = bytesOf(account);
  const found = await sql<{ name: string | null; account: Buffer }>`
    with known as (
      (select p.name, p.account, 0 as rank, p.created_at as at from app.payee p join app.chain c on c.code = p.chain
       where p.user_id = ${userId} and p.removed_at is null and p.account is not null and c.family = ${family}
       order by p.id desc limit ${recipientsMax})
      union all
      (select null, o.account, 1, o.created_at from (${latestRecipients(userId, { family, most: recipientsMax })}) o)
    )
    select name, account from known
    where account <> ${bytes} and substr(account, 1, 2) = substr(${bytes}::bytea, 1, 2)
      and substr(account, 19, 2) = substr(${bytes}::bytea, 19, 2)
    order by rank, at desc limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : { name: row.name, account: accountOf(row.account) };
}

/** An account on a chain, as one person sees it: the same account on another chain is another address. */
export type PayeeAddress = {
  readonly userId: string;
  readonly chain: string;
  readonly account: ChainAccount;
};

/** When an address was first seen, in epoch milliseconds, undefined for never, and whether a payment arrived there. */
export async function findSeen(
  db: Database,
  { userId, chain, account }: PayeeAddress,
): Promise<{ readonly firstSeenAt: number | undefined }> {
  const bytes = bytesOf(account);
  const arrived = firstArrival({ userId: sql`${userId}`, account: sql`${bytes}`, chain: sql`${chain}` });
  const found = await sql<{ first_at: number | null }>`
    select least(${arrived}, (select first_at from app.payee_seen
       where user_id = ${userId} and chain = ${chain} and account = ${bytes})) as first_at`.execute(db);
  return { firstSeenAt: found.rows[0]?.first_at ?? undefined };
}

/** What somebody's book calls an account. */
export async function findPayeeName(
  db: Database,
  { userId, chain, account }: PayeeAddress,
): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select name from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null
    order by id limit 1`.execute(db);
  return found.rows[0]?.name;
}
