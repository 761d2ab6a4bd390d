/** Candles: what trades looked like minute by minute up to week by week, in UTC. */
import type { CandleInterval } from '@marigold/contract/calls/market';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

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
export function withCandle(candle: CandleRow | undefined, openedAt: number, shorter: CandleRow): CandleRow {
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
