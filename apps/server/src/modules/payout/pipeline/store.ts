/** SQL of a pass as a whole. */
import type { ChainCode } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

/** Most of the time there is nothing to do, and then no node is asked anything. */
export async function hasWork(db: Database, chain: ChainCode): Promise<boolean> {
  const found = await sql<{ has_work: boolean }>`
    select exists (select from app.slot where chain = ${chain} and state <> 'final')
      or exists (select from app.payout
        where chain = ${chain} and state in ('waiting', 'no-liquidity') and finished_at is null)
      or exists (select from app.sweep where chain = ${chain} and finished_at is null) as has_work`.execute(
    db,
  );
  return found.rows[0]?.has_work === true;
}

/** In the order of their ids. */
export async function lockAccounts(db: Database, accounts: readonly bigint[]): Promise<void> {
  await sql`select id from ledger.lock_accounts(${accounts.map(String)}::bigint[])`.execute(db);
}
