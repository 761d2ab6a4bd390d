/** The source that is always there: the rates themselves, which are medians of their own sources. */
import { rateStaleMs } from '@marigold/contract/durations';
import { divideHalfUp } from '@marigold/money/division';

import type { Database } from '../../../platform/database/database.ts';
import type { PriceSource } from '../port.ts';
import { listRatePairs } from './store.ts';

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
  const pairs = await listRatePairs(db, new Date(now - rateStaleMs));
  return pairs.map(({ symbol, base_usd: base, quote_usd: quote, time, is_stable: isStable }) => ({
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
