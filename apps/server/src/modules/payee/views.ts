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
