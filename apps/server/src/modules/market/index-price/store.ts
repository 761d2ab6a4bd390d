/** The index of each market as it is kept, and the rates it may be crossed from. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type IndexRow = {
  readonly symbol: string;
  readonly price: string;
  readonly sources: number;
  readonly time: number;
};

export type MarketIndex = { symbol: string; price: string | null; seen_at: number | null };

/** Markets that are not disabled, with their index as it was accepted last. */
export async function listMarketIndexes(db: Database): Promise<readonly MarketIndex[]> {
  const found = await sql<MarketIndex>`
    select m.symbol, i.price, i.seen_at from app.market m left join app.index_price i using (symbol)
    where m.state <> 'disabled' order by m.position limit 200`.execute(db);
  return found.rows;
}

export async function upsertIndexes(db: Database, rows: readonly IndexRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into app.index_price as i (symbol, price, sources, seen_at)
    select * from unnest(
      ${rows.map(({ symbol }) => symbol)}::text[],
      ${rows.map(({ price }) => price)}::numeric[],
      ${rows.map(({ sources }) => sources)}::integer[],
      ${rows.map(({ time }) => new Date(time))}::timestamptz[])
    on conflict (symbol) do update set price = excluded.price, sources = excluded.sources, seen_at = excluded.seen_at
      -- A process that was overtaken does not bring an older price back.
      where excluded.seen_at >= i.seen_at`.execute(db);
}

/** Those that were seen since a moment, as decimal strings. */
export async function listFreshIndexes(db: Database, since: Date): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ symbol: string; price: string; seen_at: number }>`
    select symbol, price, seen_at from app.index_price where seen_at >= ${since}`.execute(db);
  return new Map(found.rows.map(({ symbol, price }) => [symbol, price]));
}

/** US dollars for one whole asset on both sides of a market, and when the older of the two was fetched. */
export type RatePair = {
  readonly symbol: string;
  readonly base_usd: string;
  readonly quote_usd: string;
  readonly time: number;
  readonly is_stable: boolean;
};

/** Of the markets whose rates were both fetched after a moment. */
export async function listRatePairs(db: Database, since: Date): Promise<readonly RatePair[]> {
  const found = await sql<RatePair>`
    select m.symbol, b.usd as base_usd, q.usd as quote_usd, least(b.fetched_at, q.fetched_at) as time,
      ab.rate_class = 'stable' and aq.rate_class = 'stable' as is_stable
    from app.market m join app.rate b on b.asset = m.base join app.rate q on q.asset = m.quote
      join app.asset ab on ab.code = m.base join app.asset aq on aq.code = m.quote
    where least(b.fetched_at, q.fetched_at) > ${since}
    order by m.position limit 200`.execute(db);
  return found.rows;
}
