/** What the pages of a demonstration read. */
import type { ChainAccount } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { accountOf } from '../chain/registry.ts';

/** Codes of the assets that are open, in their order. */
export async function listAssetCodes(db: Database): Promise<string[]> {
  const found = await sql<{
    code: string;
  }>`select code from app.asset where is_open order by position`.execute(db);
  return found.rows.map(({ code }) => code);
}

/** The newest address at which somebody receives on chains of one kind. */
export async function findNewestAddress(db: Database, userId: string): Promise<ChainAccount | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where user_id = ${userId} and family = 'evm'
    order by id desc limit 1`.execute(db);
  const newest = found.rows[0];
  return newest === undefined ? undefined : accountOf(newest.account);
}
