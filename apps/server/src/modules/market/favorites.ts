/** The markets a person marked, in the order in which they were. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { marketsMax } from './registry.ts';

export async function readFavorites(db: Database, userId: string): Promise<string[]> {
  const found = await sql<{ symbol: string }>`
    select f.symbol from app.market_favorite f join app.market m using (symbol)
    where f.user_id = ${userId} and m.state <> 'disabled'
    order by f.added_at, f.symbol limit ${marketsMax}`.execute(db);
  return found.rows.map(({ symbol }) => symbol);
}

export async function setFavorite(
  db: Database,
  { userId, symbol, on, now }: { userId: string; symbol: string; on: boolean; now: number },
): Promise<void> {
  if (on)
    await sql`
      insert into app.market_favorite (user_id, symbol, added_at) values (${userId}, ${symbol}, ${new Date(now)})
      on conflict do nothing`.execute(db);
  else
    await sql`delete from app.market_favorite where user_id = ${userId} and symbol = ${symbol}`.execute(db);
}
