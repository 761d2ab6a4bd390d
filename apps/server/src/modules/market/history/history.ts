/** What a market did before this process came to follow it, as the database has it: of one moment, so that it fits together. */
import { type CandleInterval, candleIntervals } from '@marigold/contract/market';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import type { FeedTrade } from '../feed/feed.ts';
import type { CandleRow } from './candles.ts';

/** Trades that are kept for those who ask, and the most that one call answers. */
export const tradesKept = 100;
/** Candles of each interval that the channel begins with: the one of now, and the one that it may still change. */
export const candlesKept = 2;
const minutesOfDay = 24 * 60;
const dayMs = minutesOfDay * 60 * 1000;

export type History = {
  /** The latest, newest first. */
  readonly trades: readonly FeedTrade[];
  /** Candles of the last 24 hours by the minute, oldest first, and the last price of before. */
  readonly minutes: readonly CandleRow[];
  readonly before: number | undefined;
  /** The latest of each interval, oldest first. */
  readonly candles: Readonly<Record<CandleInterval, readonly CandleRow[]>>;
};

type StoredCandle = {
  interval: CandleInterval;
  opened_at: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: string;
  turnover: string;
};

export async function readHistory(db: Database, symbol: string, now: number): Promise<History> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const from = new Date(now - dayMs);
      const minutes = await sql<StoredCandle>`
        select * from app.candle where symbol = ${symbol} and interval = '1m' and opened_at > ${from}
        order by opened_at`.execute(snapshot);
      const before = await sql<{ close: bigint }>`
        select close from app.candle where symbol = ${symbol} and interval = '1m' and opened_at <= ${from}
        order by opened_at desc limit 1`.execute(snapshot);
      const latest = await sql<StoredCandle>`
        select c.* from unnest(${candleIntervals}::text[]) i
          cross join lateral (select * from app.candle
            where symbol = ${symbol} and interval = i order by opened_at desc limit ${candlesKept}) c
        order by c.opened_at`.execute(snapshot);
      const close = before.rows[0]?.close;
      return {
        trades: await readTrades(snapshot, symbol),
        minutes: minutes.rows.map(candleOf),
        before: close === undefined ? undefined : Number(close),
        candles: {
          '1m': ofInterval(latest.rows, '1m'),
          '5m': ofInterval(latest.rows, '5m'),
          '15m': ofInterval(latest.rows, '15m'),
          '1h': ofInterval(latest.rows, '1h'),
          '4h': ofInterval(latest.rows, '4h'),
          '1d': ofInterval(latest.rows, '1d'),
          '1w': ofInterval(latest.rows, '1w'),
        },
      };
    });
}

async function readTrades(db: Database, symbol: string): Promise<FeedTrade[]> {
  const found = await sql<{
    number: bigint;
    price: bigint;
    amount: bigint;
    taker_side: FeedTrade['takerSide'];
    at: number;
  }>`
    select number, price, amount, taker_side, at from app.trade where symbol = ${symbol}
    order by number desc limit ${tradesKept}`.execute(db);
  return found.rows.map(({ number, price, amount, taker_side, at }) => ({
    number: Number(number),
    price: Number(price),
    amount: Number(amount),
    takerSide: taker_side,
    time: at,
  }));
}

/** Candles of one interval between two moments, oldest first: the first ones of `from`, or else the last ones before `to`. */
export async function readCandles(
  db: Database,
  symbol: string,
  {
    interval,
    from,
    to,
    max,
  }: {
    readonly interval: CandleInterval;
    readonly from: number | undefined;
    readonly to: number | undefined;
    readonly max: number;
  },
): Promise<CandleRow[]> {
  const direction = from === undefined ? sql`desc` : sql`asc`;
  const found = await sql<StoredCandle>`
    select * from app.candle where symbol = ${symbol} and interval = ${interval}
      and (${from === undefined ? null : new Date(from)}::timestamptz is null or opened_at >= ${new Date(from ?? 0)})
      and (${to === undefined ? null : new Date(to)}::timestamptz is null or opened_at < ${new Date(to ?? 0)})
    order by opened_at ${direction} limit ${max}`.execute(db);
  const candles = found.rows.map(candleOf);
  return from === undefined ? candles.toReversed() : candles;
}

const ofInterval = (rows: readonly StoredCandle[], interval: CandleInterval): CandleRow[] =>
  rows.filter((row) => row.interval === interval).map(candleOf);

function candleOf(row: StoredCandle): CandleRow {
  return {
    openedAt: row.opened_at,
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: BigInt(row.volume),
    turnover: BigInt(row.turnover),
  };
}
