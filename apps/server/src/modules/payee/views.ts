/** What other modules may know of payees. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { bytesOf } from '../chain/registry.ts';

/** An account on a chain, as somebody's book may hold it for a currency. */
export type BookPlace = {
  readonly userId: string;
  readonly chain: string;
  readonly currency: string;
  readonly account: Account;
};

/**
 * Spec 5: the currency must be that of the recipient's address. The currency for which an address stands in a book that
 * has it for others only; undefined: it may be paid.
 */
export async function otherCurrencyOf(
  db: Database,
  { userId, chain, currency, account }: BookPlace,
): Promise<string | undefined> {
  const found = await sql<{ other: string | null; fits: boolean | null }>`
    select min(asset) as other, bool_or(asset = ${currency}) as fits from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null`.execute(
    db,
  );
  const row = found.rows[0];
  return row?.fits === false ? (row.other ?? undefined) : undefined;
}

type InBook = { readonly userId: string; readonly chain: string; readonly account: Account };

/** Until when no more than the single limit goes to an account; taking it out of the book does not end that. */
export async function findPayeeLock(
  db: Database,
  { userId, chain, account }: InBook,
  now: number,
): Promise<number | undefined> {
  const found = await sql<{ until: number | null }>`
    select max(locked_until) as until from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)}
      and locked_until > ${new Date(now)}`.execute(db);
  return found.rows[0]?.until ?? undefined;
}

/** What somebody's book calls an account. */
export async function findPayeeName(
  db: Database,
  { userId, chain, account }: InBook,
): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select name from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null
    order by id limit 1`.execute(db);
  return found.rows[0]?.name;
}
