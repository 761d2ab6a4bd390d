/** What other rooms read of orders and trades. */
import type { Side } from '@marigold/contract/calls/market';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { BillFacts } from '../bill/facts.ts';
import type { FeedTrade } from '../market/feed/feed.ts';
import { indexPrices } from '../market/views.ts';

/** The newest trades of a market, newest first. */
export async function listLatestTrades(db: Database, symbol: string, max: number): Promise<FeedTrade[]> {
  const found = await sql<{
    number: bigint;
    price: bigint;
    amount: bigint;
    taker_side: FeedTrade['takerSide'];
    at: number;
  }>`
    select number, price, amount, taker_side, at from app.trade where symbol = ${symbol}
    order by number desc limit ${max}`.execute(db);
  return found.rows.map(({ number, price, amount, taker_side, at }) => ({
    number: Number(number),
    price: Number(price),
    amount: Number(amount),
    takerSide: taker_side,
    time: at,
  }));
}

/** Whether anything was ever traded in a market: a condition to join. */
export function hasTrades(symbol: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from app.trade t where t.symbol = ${symbol})`;
}

/** Whether an order is open in a market: a condition to join. */
export function hasOpenOrders(symbol: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from app.trade_order o where o.symbol = ${symbol} and o.status = 'wait')`;
}

/** An open order with its price, in price steps. */
type OpenOrderView = {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: number;
};

/** Somebody's open orders in all markets, at most so many. */
export async function listOpenOrdersOf(
  db: Database,
  userId: string,
  max: number,
): Promise<readonly OpenOrderView[]> {
  const found = await sql<{ id: string; symbol: string; side: Side; price: bigint }>`
    select id, symbol, side, price from app.trade_order
    where user_id = ${userId} and status = 'wait' and price is not null limit ${max}`.execute(db);
  return found.rows.map(({ id, symbol, side, price }) => ({
    orderId: id,
    symbol,
    side,
    price: Number(price),
  }));
}

/** Two accounts that traded with each other, and for how many US dollars. */
type TradedPair = {
  readonly user_id: string;
  readonly other_user_id: string;
  readonly usd: string;
};

/** What makes a pair worth a look: shares of what one traded in all, and of the distance to the index. */
type PairBounds = {
  readonly since: Date;
  readonly usdMin: number;
  readonly shareMin: number;
  readonly awayMin: number;
  readonly pairsMax: number;
};

/** One statement over the trades of a day. A measure and no money: it is reckoned in floating point. */
export async function listTradedPairs(
  db: Database,
  { since, usdMin, shareMin, awayMin, pairsMax }: PairBounds,
): Promise<readonly TradedPair[]> {
  const found = await sql<TradedPair>`
    with priced as (
      select m.symbol, r.usd::float8 / power(10::float8, m.price_decimals + m.amount_decimals) as usd
      from app.market m join app.rate r on r.asset = m.quote
    ), recent as (
      select t.id, t.price::float8 * t.amount * p.usd as usd,
        coalesce(abs(t.price - t.index_price), 0)::float8 * t.amount * p.usd as away
      from priced p join app.trade t on t.symbol = p.symbol and t.at > ${since}
    ), pair as (
      select one.user_id, other.user_id as other_user_id, sum(t.usd) as usd, sum(t.away) as away
      from recent t
      join app.fill one on one.trade_id = t.id and one.at > ${since}
      join app.fill other on other.trade_id = t.id and other.at > ${since} and other.role <> one.role
      group by 1, 2
    ), whole as (
      select *, sum(usd) over (partition by user_id) as total from pair
    )
    select user_id, other_user_id, round(usd::numeric, 2)::text as usd from whole
    where usd >= ${usdMin} and usd >= ${shareMin} * total and away > ${awayMin} * usd and user_id <> other_user_id
    order by usd desc limit ${pairsMax}`.execute(db);
  return found.rows;
}

/** A market as an operator wants to see it; rules as decimal strings. */
type MarketStatus = {
  readonly symbol: string;
  readonly state: string;
  readonly tick: string;
  readonly lot: string;
  readonly total_min: string;
  readonly total_max: string;
  readonly band_percent: string;
  readonly give_percent: string;
  readonly loss_percent: string;
  readonly loss_usd: string;
  readonly slippage_percent: string;
  readonly open_orders_max: number;
  readonly open: number;
  readonly price: string | null;
  readonly seen_at: number | null;
  readonly taken_at: number | null;
};

/** In the order in which they are shown, with their open orders, their index, and since when somebody runs them. */
export async function listMarketStatus(db: Database, max: number): Promise<readonly MarketStatus[]> {
  const found = await sql<MarketStatus>`
    select m.symbol, m.state, m.tick, m.lot, m.total_min, m.total_max, m.band_percent, m.give_percent, m.loss_percent, m.loss_usd,
      m.slippage_percent, m.open_orders_max, i.price, i.seen_at, w.taken_at,
      (select count(*)::int from app.trade_order o where o.symbol = m.symbol and o.status = 'wait') as open
    from app.market m left join ${indexPrices} i using (symbol) left join app.market_owner w using (symbol)
    order by m.position, m.symbol limit ${max}`.execute(db);
  return found.rows;
}

/** Orders that set aside something else than lies in their owners' accounts. */
export async function listBrokenOrders(
  db: Database,
  max: number,
): Promise<readonly { readonly what: string; readonly id: bigint }[]> {
  const found = await sql<{ what: string; id: bigint }>`
    select what, id from app.broken_orders limit ${max}`.execute(db);
  return found.rows;
}

/** What bills borrow from orders. */
export const orderBillFacts: BillFacts['order'] = {
  join: sql`left join app.trade_order o on o.id = b.order_id`,
  symbol: sql`o.symbol`,
};
