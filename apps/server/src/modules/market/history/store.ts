/** Candles as they are kept. */
import { type CandleInterval, candleIntervals } from '@marigold/contract/calls/market';
import { sql } from 'kysely';

import { columnOf } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { CandleRow } from './candles.ts';

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

export type IntervalCandle = CandleRow & { readonly interval: CandleInterval };

/** Those of a market by the minute after a moment, oldest first: no more than there were minutes since. */
export async function listMinutes(db: Database, symbol: string, from: Date): Promise<readonly CandleRow[]> {
  const found = await sql<StoredCandle>`
        select * from app.candle where symbol = ${symbol} and interval = '1m' and opened_at > ${from}
        order by opened_at`.execute(db);
  return found.rows.map(candleOf);
}

/** The last price until a moment. */
export async function findCloseBefore(db: Database, symbol: string, from: Date): Promise<number | undefined> {
  const found = await sql<{ close: bigint }>`
        select close from app.candle where symbol = ${symbol} and interval = '1m' and opened_at <= ${from}
        order by opened_at desc limit 1`.execute(db);
  const close = found.rows[0]?.close;
  return close === undefined ? undefined : Number(close);
}

/** The latest so many of every interval, oldest first. */
export async function listLatestCandles(
  db: Database,
  symbol: string,
  max: number,
): Promise<readonly IntervalCandle[]> {
  const found = await sql<StoredCandle>`
        select c.* from unnest(${candleIntervals}::text[]) i
          cross join lateral (select * from app.candle
            where symbol = ${symbol} and interval = i order by opened_at desc limit ${max}) c
        order by c.opened_at`.execute(db);
  return found.rows.map((row) => ({ interval: row.interval, ...candleOf(row) }));
}

/** Candles of one interval between two moments, oldest first: the first ones of `from`, or else the last ones before `to`. */
export async function listCandles(
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

/** In one statement; later trades of a candle go on with it. */
export async function upsertCandles(
  db: Database,
  symbol: string,
  rows: readonly IntervalCandle[],
): Promise<void> {
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

/** As far as there are none yet. */
export async function insertCandles(
  db: Database,
  symbol: string,
  rows: readonly IntervalCandle[],
): Promise<void> {
  await sql`
    insert into app.candle (symbol, interval, opened_at, open, high, low, close, volume, turnover)
    select ${symbol}, * from unnest(
      ${rows.map(({ interval }) => interval)}::text[],
      ${rows.map(({ openedAt }) => new Date(openedAt))}::timestamptz[],
      ${rows.map(({ open }) => open)}::bigint[],
      ${rows.map(({ high }) => high)}::bigint[],
      ${rows.map(({ low }) => low)}::bigint[],
      ${rows.map(({ close }) => close)}::bigint[],
      ${rows.map(({ volume }) => String(volume))}::numeric[],
      ${rows.map(({ turnover }) => String(turnover))}::numeric[])
    on conflict (symbol, interval, opened_at) do nothing`.execute(db);
}

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
