/** What changes seldom and is read about each second for all markets at once: their rows, fees and index prices. */
import { checkRules } from '@marigold/matching/rules';
import type { Price } from '@marigold/money/steps';

import type { Database } from '../../platform/database/database.ts';
import { sqlState } from '../../platform/database/database.ts';
import { indexFreshMs } from '../market/index-price/index-price.ts';
import type { MarketRow } from '../market/registry.ts';
import { nobodysGroup } from '../market/registry.ts';
import { findMarket, listFees, listIndexPrices, readMarkets } from '../market/views.ts';
import type { FreshRates } from '../rate/worth.ts';
import { lastKnownRates } from '../rate/worth.ts';

/** Fees in millionths of what is received. */
export type FeeRates = { readonly makerPpm: number; readonly takerPpm: number };

export type MarketTerms = {
  readonly markets: ReadonlyMap<string, MarketRow>;
  /** The index in price steps while it is fresh. */
  readonly indexOf: (symbol: string, now: number) => Price | undefined;
  /** As it was known last, however long ago: what can only rest is measured by it (docs/decisions/0043). */
  readonly lastIndexOf: (symbol: string) => Price | undefined;
  /** Of a group in a market: the row of the market goes first, then the group's for all, then everybody's likewise. */
  readonly ratesOf: (group: string, symbol: string) => FeeRates;
  /** US dollars for one whole asset, as last known. */
  readonly usd: FreshRates;
};

/** Before anything was read: no market is known. */
export const noRules: MarketTerms = {
  markets: new Map(),
  indexOf: () => undefined,
  lastIndexOf: () => undefined,
  ratesOf: () => ({ makerPpm: 0, takerPpm: 0 }),
  usd: new Map(),
};

/** `sourcesMin`: how many sources must agree before an index counts as fresh. */
export async function readRules(db: Database, sourcesMin = 1): Promise<MarketTerms> {
  const [markets, prices, ratesOf, usd] = [
    await readMarkets(db),
    await readPrices(db),
    await readRates(db),
    await lastKnownRates(db),
  ];
  return {
    markets: new Map(markets.map((market) => [market.symbol, market])),
    indexOf(symbol, now) {
      const known = prices.get(symbol);
      const isFresh =
        known !== undefined && known.sources >= sourcesMin && now - known.seenAt <= indexFreshMs;
      return isFresh ? known.price : undefined;
    },
    lastIndexOf: (symbol) => prices.get(symbol)?.price,
    ratesOf,
    usd,
  };
}

/** More digits than a number of the books has. */
const outOfRange = '22003';

/** Why the books could not count with a market as its row is now, read and checked as they do it; undefined: they can. */
export async function findFault(db: Database, symbol: string): Promise<string | undefined> {
  let market: MarketRow | undefined;
  try {
    market = await findMarket(db, symbol);
  } catch (error) {
    if (sqlState(error) === outOfRange) return 'a number has too many digits for its decimals';
    throw error;
  }
  if (market === undefined) return 'there is no such market';
  try {
    checkRules(market);
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).replace('Broken: ', '');
  }
}

/** The fees of every group. */
export async function readRates(db: Database): Promise<MarketTerms['ratesOf']> {
  const fees = await readFees(db);
  return (group, symbol) =>
    fees.get(`${group}/${symbol}`) ??
    fees.get(`${group}/`) ??
    // A group with rows for other markets alone pays here what everybody pays.
    fees.get(`${nobodysGroup}/${symbol}`) ??
    fees.get(`${nobodysGroup}/`) ??
      // Without any row of fees there is nothing to take.
      { makerPpm: 0, takerPpm: 0 };
}

type Known = { readonly price: Price; readonly sources: number; readonly seenAt: number };

async function readPrices(db: Database): Promise<ReadonlyMap<string, Known>> {
  const prices = await listIndexPrices(db);
  return new Map(
    prices.flatMap(({ symbol, price, sources, seen_at }) =>
      price === '0' ? [] : [[symbol, { price: Number(price) as Price, sources, seenAt: seen_at }]],
    ),
  );
}

async function readFees(db: Database): Promise<ReadonlyMap<string, FeeRates>> {
  const fees = await listFees(db);
  return new Map(
    fees.map(({ trade_group, symbol, maker_ppm, taker_ppm }) => [
      `${trade_group}/${symbol ?? ''}`,
      { makerPpm: maker_ppm, takerPpm: taker_ppm },
    ]),
  );
}
