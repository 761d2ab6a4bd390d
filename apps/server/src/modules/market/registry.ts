/** The markets there are, as rows of data; their rules in the engine's integers. */
import type { MarketState } from '@marigold/contract/market';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

export type MarketRow = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** What people call the base asset. */
  readonly name: string;
  readonly state: MarketState;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  /** Prices and amounts are multiples of these: price steps, amount steps. */
  readonly tick: number;
  readonly lot: number;
  /** Bounds of price times amount of one order. */
  readonly totalMin: number;
  readonly totalMax: number;
  /** In millionths of the index: how far on the better side for the owner, how far on the worse; and of the best price. */
  readonly bandPpm: number;
  readonly givePpm: number;
  readonly slippagePpm: number;
  /** What somebody's orders of a day may give away: a part of the worth in percent, or US dollars. Decimals. */
  readonly lossPercent: string;
  readonly lossUsd: string;
  /** Fees of whoever is in no group of their own, in millionths of what is received. */
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly openOrdersMax: number;
  /** Assets in the ledger, and the decimals of their units. */
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Ledger units of one amount step of the base asset, and of one price step times one amount step of the quote asset. */
  readonly terms: { readonly baseUnits: bigint; readonly quoteUnits: bigint };
};

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

/** The group of payers of whoever is in no other. */
export const nobodysGroup = 'standard';

/** Markets of one program at most: each has its book in memory. */
export const marketsMax = 200;

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
    tick: Number(row.tick),
    lot: Number(row.lot),
    totalMin: Number(row.total_min),
    totalMax: Number(row.total_max),
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
