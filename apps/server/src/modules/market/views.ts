/** What other rooms read of the markets. */
import type { MarketState } from '@marigold/contract/calls/market';
import type { Amount, Price, Total } from '@marigold/money/steps';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { MarketRow } from './registry.ts';
import { marketsMax, nobodysGroup } from './registry.ts';

type Row = {
  symbol: string;
  base: string;
  quote: string;
  name: string;
  state: MarketState;
  price_decimals: number;
  amount_decimals: number;
  tick: bigint;
  lot: bigint;
  total_min: bigint;
  total_max: bigint;
  band_ppm: bigint;
  give_ppm: bigint;
  slippage_ppm: bigint;
  loss_percent: string;
  loss_usd: string;
  maker_ppm: number;
  taker_ppm: number;
  open_orders_max: number;
  base_id: number;
  quote_id: number;
  base_scale: number;
  quote_scale: number;
};

/** Every market, also the disabled ones, in the order in which they are shown. */
export async function readMarkets(db: Database): Promise<MarketRow[]> {
  return await readWhere(db, sql`true`);
}

/** One of them; a fault in the rows of the others does not matter. */
export async function findMarket(db: Database, symbol: string): Promise<MarketRow | undefined> {
  const [market] = await readWhere(db, sql`m.symbol = ${symbol}`);
  return market;
}

async function readWhere(db: Database, isWanted: RawBuilder<unknown>): Promise<MarketRow[]> {
  const found = await sql<Row>`
    select m.symbol, m.base, m.quote, a.name, m.state, m.price_decimals, m.amount_decimals,
      (m.tick * power(10::numeric, m.price_decimals))::bigint as tick,
      (m.lot * power(10::numeric, m.amount_decimals))::bigint as lot,
      ceil(m.total_min * power(10::numeric, m.price_decimals + m.amount_decimals))::bigint as total_min,
      floor(m.total_max * power(10::numeric, m.price_decimals + m.amount_decimals))::bigint as total_max,
      floor(m.band_percent * 10000)::bigint as band_ppm,
      floor(m.give_percent * 10000)::bigint as give_ppm,
      floor(m.slippage_percent * 10000)::bigint as slippage_ppm,
      trim_scale(trunc(m.loss_percent, 4))::text as loss_percent, trim_scale(trunc(m.loss_usd, 2))::text as loss_usd,
      coalesce(f.maker_ppm, 0) as maker_ppm, coalesce(f.taker_ppm, 0) as taker_ppm,
      m.open_orders_max, b.id as base_id, q.id as quote_id, b.scale as base_scale, q.scale as quote_scale
    from app.market m
      join app.asset a on a.code = m.base
      join ledger.asset b on b.code = m.base
      join ledger.asset q on q.code = m.quote
      left join lateral (
        select maker_ppm, taker_ppm from app.trade_fee
        where trade_group = ${nobodysGroup} and (symbol = m.symbol or symbol is null)
        order by symbol nulls last limit 1
      ) f on true
    where ${isWanted}
    order by m.position, m.symbol limit ${marketsMax}`.execute(db);
  return found.rows.map(marketOf);
}

function marketOf(row: Row): MarketRow {
  return {
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    name: row.name,
    state: row.state,
    priceDecimals: row.price_decimals,
    amountDecimals: row.amount_decimals,
    // Whether a market can be counted with is asked where its book is made, of each market alone (checkRules).
    tick: Number(row.tick) as Price,
    lot: Number(row.lot) as Amount,
    totalMin: Number(row.total_min) as Total,
    totalMax: Number(row.total_max) as Total,
    bandPpm: Number(row.band_ppm),
    givePpm: Number(row.give_ppm),
    slippagePpm: Number(row.slippage_ppm),
    lossPercent: row.loss_percent,
    lossUsd: row.loss_usd,
    makerPpm: row.maker_ppm,
    takerPpm: row.taker_ppm,
    openOrdersMax: row.open_orders_max,
    baseAssetId: row.base_id,
    quoteAssetId: row.quote_id,
    baseScale: row.base_scale,
    quoteScale: row.quote_scale,
    terms: {
      baseUnits: 10n ** BigInt(row.base_scale - row.amount_decimals),
      quoteUnits: 10n ** BigInt(row.quote_scale - row.price_decimals - row.amount_decimals),
    },
  };
}

/** The price of a market's base asset outside, in its price steps. */
export type IndexPrice = {
  readonly symbol: string;
  readonly price: string;
  readonly sources: number;
  readonly seen_at: number;
};

export async function listIndexPrices(db: Database): Promise<readonly IndexPrice[]> {
  const found = await sql<IndexPrice>`
    select i.symbol, i.sources, round(i.price * power(10::numeric, m.price_decimals)) as price, i.seen_at
    from app.index_price i join app.market m on m.symbol = i.symbol`.execute(db);
  return found.rows;
}

/** What a group of payers pays in a market, or in all of them (null), in millionths. */
export type Fee = {
  readonly trade_group: string;
  readonly symbol: string | null;
  readonly maker_ppm: number;
  readonly taker_ppm: number;
};

export async function listFees(db: Database): Promise<readonly Fee[]> {
  const found = await sql<Fee>`
    select trade_group, symbol, maker_ppm, taker_ppm from app.trade_fee`.execute(db);
  return found.rows;
}

/** As listFees, the first so many in order. */
export async function listSortedFees(db: Database, max: number): Promise<readonly Fee[]> {
  const found = await sql<Fee>`
    select trade_group, symbol, maker_ppm, taker_ppm from app.trade_fee
    order by trade_group, symbol nulls first limit ${max}`.execute(db);
  return found.rows;
}

/** A table to join: what a market's base asset costs outside (`symbol`, `price`, `seen_at`). */
export const indexPrices = sql`app.index_price`;

/** Markets of which there is not one candle and, as `hasTrades` says, no trade; whether both assets keep one price. */
export async function listMarketsWithoutPast(
  db: Database,
  hasTrades: (symbol: RawBuilder<string>) => RawBuilder<boolean>,
): Promise<ReadonlyMap<string, boolean>> {
  const found = await sql<{ symbol: string; is_stable: boolean }>`
    select m.symbol, b.rate_class = 'stable' and q.rate_class = 'stable' as is_stable
    from app.market m join app.asset b on b.code = m.base join app.asset q on q.code = m.quote
    where not exists (select from app.candle c where c.symbol = m.symbol)
      and not ${hasTrades(sql`m.symbol`)}`.execute(db);
  return new Map(found.rows.map(({ symbol, is_stable: isStable }) => [symbol, isStable]));
}

/** Whether a group of payers has fees of its own. */
export async function hasFees(db: Database, group: string): Promise<boolean> {
  const known = await sql`select from app.trade_fee where trade_group = ${group} limit 1`.execute(db);
  return known.rows.length > 0;
}
