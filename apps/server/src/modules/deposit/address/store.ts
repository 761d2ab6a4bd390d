/** The SQL of addresses that people show, with what came to each. */
import type { Family } from '@marigold/chain/account';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type AddressOwner = { readonly userId: string; readonly family: Family };

export type UsedAddress = {
  readonly id: string;
  readonly account: Buffer;
  readonly label: string | null;
  readonly given_at: number;
  /** What came to it, of coins that are listed. */
  readonly count: bigint;
};

const receipts = sql`select from app.deposit d where d.address_id = w.id and d.asset is not null and d.state <> 'orphaned'`;

/** Newest first. */
async function selectAddresses(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<UsedAddress[]> {
  const found = await sql<UsedAddress>`
    select w.given_id as id, w.account, w.label, w.given_at, (select count(*) from (${receipts}) came) as count
    from app.chain_address w where ${condition} order by w.given_id desc limit ${count}`.execute(db);
  return found.rows;
}

export async function findNewest(
  db: Database,
  { userId, family }: AddressOwner,
): Promise<UsedAddress | undefined> {
  const [row] = await selectAddresses(db, sql`w.user_id = ${userId} and w.family = ${family}`, 1);
  return row;
}

export async function listAddressRows(
  db: Database,
  { userId, family }: AddressOwner,
  { before, count }: { readonly before: string | null; readonly count: number },
): Promise<UsedAddress[]> {
  return await selectAddresses(
    db,
    sql`w.user_id = ${userId} and w.family = ${family}
          and (${before}::uuid is null or w.given_id < ${before}::uuid)`,
    count,
  );
}

export async function findAddressOf(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<UsedAddress | undefined> {
  const [row] = await selectAddresses(db, sql`w.given_id = ${id} and w.user_id = ${userId}`, 1);
  return row;
}

/** One person draws one address after the other, so that the number that waits is counted. Ends with the transaction. */
export async function lockDrawing(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address:${userId}`}, 0))`.execute(db);
}

/** Addresses that wait for their first receipt. */
export async function countUnused(db: Database, { userId, family }: AddressOwner): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from app.chain_address w
    where w.user_id = ${userId} and w.family = ${family} and not exists (${receipts})`.execute(db);
  return found.rows[0]?.count ?? 0;
}
