/** What a market did before this process came to follow it, as the database has it: of one moment, so that it fits together. */
import type { CandleInterval } from '@marigold/contract/calls/market';
import { dayMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import type { FeedTrade } from '../feed/feed.ts';
import type { CandleRow } from './candles.ts';
import type { IntervalCandle } from './store.ts';
import { findCloseBefore, listLatestCandles, listMinutes } from './store.ts';

/** Trades that are kept for those who ask, and the most that one call answers. */
export const tradesCached = 100;
/** Candles of each interval that the channel begins with: the one of now, and the one that it may still change. */
export const candlesCached = 2;

export type MarketHistory = {
  /** The latest, newest first. */
  readonly trades: readonly FeedTrade[];
  /** Candles of the last 24 hours by the minute, oldest first, and the last price of before. */
  readonly minutes: readonly CandleRow[];
  readonly before: number | undefined;
  /** The latest of each interval, oldest first. */
  readonly candles: Readonly<Record<CandleInterval, readonly CandleRow[]>>;
};

/** The newest trades of a market, newest first. */
export type LatestTrades = (db: Database, symbol: string, max: number) => Promise<readonly FeedTrade[]>;

export async function readHistory(
  db: Database,
  symbol: string,
  { now, listTrades }: { readonly now: number; readonly listTrades: LatestTrades },
): Promise<MarketHistory> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const from = new Date(now - dayMs);
      const minutes = await listMinutes(snapshot, symbol, from);
      const before = await findCloseBefore(snapshot, symbol, from);
      const latest = await listLatestCandles(snapshot, symbol, candlesCached);
      return {
        trades: await listTrades(snapshot, symbol, tradesCached),
        minutes,
        before,
        candles: {
          '1m': ofInterval(latest, '1m'),
          '5m': ofInterval(latest, '5m'),
          '15m': ofInterval(latest, '15m'),
          '1h': ofInterval(latest, '1h'),
          '4h': ofInterval(latest, '4h'),
          '1d': ofInterval(latest, '1d'),
          '1w': ofInterval(latest, '1w'),
        },
      };
    });
}

function ofInterval(rows: readonly IntervalCandle[], wanted: CandleInterval): CandleRow[] {
  return rows.flatMap(({ interval, ...candle }) => (interval === wanted ? [candle] : []));
}
