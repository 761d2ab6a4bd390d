/** Candles: what trades looked like minute by minute up to week by week, in UTC. Written with the trades themselves. */
import { type CandleInterval, candleIntervals } from '@marigold/contract/market';

import { columnOf } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/database.ts';
import { prepared } from '../../../platform/prepared.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const intervalMs: Readonly<Record<CandleInterval, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '4h': 4 * hourMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
};

/** The first Monday after the epoch: weeks begin on Mondays. */
const firstMondayMs = 4 * dayMs;

/** When the candle that a moment belongs to began. */
export function openingOf(interval: CandleInterval, time: number): number {
  const length = intervalMs[interval];
  const origin = interval === '1w' ? firstMondayMs : 0;
  return time - ((((time - origin) % length) + length) % length);
}

/** In the engine's integers; sums are exact whatever their size. */
export type CandleRow = {
  readonly openedAt: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Sum of the amounts, and of price times amount. */
  readonly volume: bigint;
  readonly turnover: bigint;
};

export type CandleTrade = { readonly price: number; readonly amount: number; readonly time: number };

/** The candle after one more trade. */
export function withTrade(candle: CandleRow | undefined, openedAt: number, trade: CandleTrade): CandleRow {
  const { price } = trade;
  const amount = BigInt(trade.amount);
  return {
    openedAt,
    open: candle?.open ?? price,
    high: Math.max(candle?.high ?? price, price),
    low: Math.min(candle?.low ?? price, price),
    close: price,
    volume: (candle?.volume ?? 0n) + amount,
    turnover: (candle?.turnover ?? 0n) + BigInt(price) * amount,
  };
}

/** The candle after a shorter one that lies in it. */
function withCandle(candle: CandleRow | undefined, openedAt: number, shorter: CandleRow): CandleRow {
  if (candle === undefined) return { ...shorter, openedAt };
  return {
    openedAt,
    open: candle.open,
    high: Math.max(candle.high, shorter.high),
    low: Math.min(candle.low, shorter.low),
    close: shorter.close,
    volume: candle.volume + shorter.volume,
    turnover: candle.turnover + shorter.turnover,
  };
}

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
  await prepared`
    /* candle_upsert */ insert into app.candle as c (symbol, interval, opened_at, open, high, low, close, volume, turnover)
    select ${symbol}, * from unnest(
      ${columnOf(rows, ({ interval }) => interval)}::text[],
      ${columnOf(rows, ({ openedAt }) => new Date(openedAt).toISOString())}::timestamptz[],
      ${columnOf(rows, ({ open }) => open)}::bigint[],
      ${columnOf(rows, ({ high }) => high)}::bigint[],
      ${columnOf(rows, ({ low }) => low)}::bigint[],
      ${columnOf(rows, ({ close }) => close)}::bigint[],
      ${columnOf(rows, ({ volume }) => volume)}::numeric[],
      ${columnOf(rows, ({ turnover }) => turnover)}::numeric[])
    on conflict (symbol, interval, opened_at) do update set
      high = greatest(c.high, excluded.high),
      low = least(c.low, excluded.low),
      close = excluded.close,
      volume = c.volume + excluded.volume,
      turnover = c.turnover + excluded.turnover`.execute(db);
}
