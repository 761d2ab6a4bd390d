/** The source that is always there: the rates themselves, which are medians of their own sources. */
import { rateStaleMs } from '@marigold/contract/durations';
import { divideHalfUp } from '@marigold/money/division';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { PriceSource } from './index-price-source.ts';

/** A price between two assets is divided with so many decimals. */
const crossDecimals = 12;

export type CrossRate = {
  readonly symbol: string;
  readonly price: string;
  /** That of the older of the two rates. */
  readonly time: number;
  /** Both assets are meant to keep one price. */
  readonly isStable: boolean;
};

/** What each market's base asset costs in its quote asset by the rates that are not stale. */
export async function crossRates(db: Database, now: number): Promise<readonly CrossRate[]> {
  const found = await sql<{
    symbol: string;
    base_usd: string;
    quote_usd: string;
    time: number;
    is_stable: boolean;
  }>`
    select m.symbol, b.usd as base_usd, q.usd as quote_usd, least(b.fetched_at, q.fetched_at) as time,
      ab.rate_class = 'stable' and aq.rate_class = 'stable' as is_stable
    from app.market m join app.rate b on b.asset = m.base join app.rate q on q.asset = m.quote
      join app.asset ab on ab.code = m.base join app.asset aq on aq.code = m.quote
    where least(b.fetched_at, q.fetched_at) > ${new Date(now - rateStaleMs)}
    order by m.position limit 200`.execute(db);
  return found.rows.map(({ symbol, base_usd: base, quote_usd: quote, time, is_stable: isStable }) => ({
    symbol,
    price: divideHalfUp(base, quote, crossDecimals),
    time,
    isStable,
  }));
}

/** For a program whose settings name no other source. */
export function createRatePrices(db: Database): PriceSource {
  return { name: 'rates', fetch: async (now) => await crossRates(db, now) };
}
