/**
 * The past of the demo markets: candles along the walk of the demo source, so that charts, changes and sparklines of a
 * first start are not empty. Market data only, and nobody ever traded it. Written once, where a market has no candle.
 */
import type { CandleInterval } from '@marigold/contract/calls/market';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import { lockDemo } from '../demo-money/store.ts';
import { intervalMs, openingOf } from '../market/history/candles.ts';
import type { IntervalCandle } from '../market/history/store.ts';
import { insertCandles } from '../market/history/store.ts';
import { createWalk, drawn, movedBy, seedOf } from '../market/index-price/demo.ts';
import type { MarketRow } from '../market/registry.ts';
import { listMarketsWithoutPast, readMarkets } from '../market/views.ts';
import { demoRateSource } from '../rate/demo-source.ts';
import { freshRates } from '../rate/worth.ts';
import { hasTrades } from '../trade/views.ts';

/** How many candles of each interval there are, and how many points of the walk make one. */
const depths: Readonly<Record<CandleInterval, { readonly candles: number; readonly points: number }>> = {
  '1m': { candles: 24 * 60, points: 6 },
  '5m': { candles: 3 * 24 * 12, points: 10 },
  '15m': { candles: 7 * 24 * 4, points: 15 },
  '1h': { candles: 30 * 24, points: 12 },
  '4h': { candles: 90 * 6, points: 16 },
  '1d': { candles: 365, points: 24 },
  '1w': { candles: 104, points: 28 },
};
/** Turnover of a minute as share of the largest order of the market. */
const shareOfMinute = 0.003;
/** Digits that rates are brought to before the walk moves them. */
const rateScale = 18;

export type HistoryDependencies = { readonly db: Database; readonly seed: number; readonly now: number };

/** Answers for how many markets candles were written. */
export async function writeDemoHistory({ db, seed, now }: HistoryDependencies): Promise<number> {
  return await db.transaction().execute(async (inside) => {
    await lockDemo(inside);
    const rates = await ratesOf(inside, now);
    const empty = await listMarketsWithoutPast(inside, hasTrades);
    let written = 0;
    for (const market of await readMarkets(inside)) {
      const isStable = empty.get(market.symbol);
      const [base, quote] = [rates.get(market.base), rates.get(market.quote)];
      if (isStable === undefined || base === undefined || quote === undefined) continue;
      const walk = createWalk({ symbol: market.symbol, seed, isStable }, now);
      // In billionths of a price step, so that a small price still moves.
      const rate = (base * 10n ** BigInt(market.priceDecimals) * billion) / quote;
      const priceAt = (time: number) => Math.max(1, Number(movedBy(rate, walk(time)) / billion));
      await insertCandles(inside, market.symbol, candlesOf(market, { priceAt, seed, now }));
      written += 1;
    }
    return written;
  });
}

const billion = 1_000_000_000n;

/** US dollars of each asset as digits of one scale: by the rates there are, and before these by the demo source. */
async function ratesOf(db: Database, now: number): Promise<ReadonlyMap<string, bigint>> {
  const demo = (await demoRateSource.fetch(now)).map(({ asset, usd }) => [asset, usd] as const);
  const fresh = await freshRates(db, now);
  return new Map([...demo, ...fresh].map(([asset, usd]) => [asset, digitsOf(usd)]));
}

function digitsOf(usd: string): bigint {
  const [whole = '0', decimals = ''] = usd.split('.');
  return BigInt(whole + decimals.padEnd(rateScale, '0'));
}

type Walked = {
  /** In price steps. */
  readonly priceAt: (time: number) => number;
  readonly seed: number;
  readonly now: number;
};

/** Candles of every interval up to now, the ones that still run included. */
export function candlesOf(
  market: Pick<MarketRow, 'symbol' | 'lot' | 'totalMax'>,
  { priceAt, seed, now }: Walked,
): readonly IntervalCandle[] {
  const own = seedOf(seed, market.symbol);
  const intervals = Object.keys(depths) as CandleInterval[];
  return intervals.flatMap((interval) => {
    const length = intervalMs[interval];
    const { candles, points } = depths[interval];
    const last = openingOf(interval, now);
    return Array.from({ length: candles }, (_, place) => {
      const openedAt = last - (candles - 1 - place) * length;
      const until = Math.min(openedAt + length, now);
      const prices = Array.from({ length: points + 1 }, (_point, point) =>
        priceAt(openedAt + ((until - openedAt) * point) / points),
      );
      const [open = 1, close = 1] = [prices[0], prices.at(-1)];
      const busy = 0.4 + 1.2 * drawn(own, openedAt / minuteMs);
      const total = market.totalMax * shareOfMinute * busy * ((until - openedAt) / minuteMs);
      const volume = BigInt(Math.max(1, Math.floor(total / close / market.lot))) * BigInt(market.lot);
      const [high, low] = [Math.max(...prices), Math.min(...prices)];
      const turnover = volume * BigInt(Math.floor((high + low) / 2));
      return { interval, openedAt, open, high, low, close, volume, turnover };
    });
  });
}
