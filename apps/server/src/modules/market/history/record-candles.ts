/** Candles are written with the trades themselves. */
import { candleIntervals } from '@marigold/contract/calls/market';

import type { Database } from '../../../platform/database/database.ts';
import type { CandleRow, CandleTrade } from './candles.ts';
import { openingOf, withCandle, withTrade } from './candles.ts';
import { upsertCandles } from './store.ts';

/**
 * Adds trades of one market, oldest first, to its candles of every interval, in one statement of the caller's
 * transaction: the candles and the trades they tell of are committed together.
 */
export async function recordCandles(
  db: Database,
  symbol: string,
  trades: readonly CandleTrade[],
): Promise<void> {
  if (trades.length === 0) return;
  const minutes = new Map<number, CandleRow>();
  for (const trade of trades) {
    const openedAt = openingOf('1m', trade.time);
    minutes.set(openedAt, withTrade(minutes.get(openedAt), openedAt, trade));
  }
  const rows = candleIntervals.flatMap((interval) => {
    const candles = new Map<number, CandleRow>();
    for (const minute of minutes.values()) {
      const openedAt = openingOf(interval, minute.openedAt);
      candles.set(openedAt, withCandle(candles.get(openedAt), openedAt, minute));
    }
    return [...candles.values()].map((candle) => ({ interval, ...candle }));
  });
  await upsertCandles(db, symbol, rows);
}
