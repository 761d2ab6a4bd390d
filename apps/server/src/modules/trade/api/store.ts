/** Orders, fills and allowances of one person. */
import type { Side } from '@marigold/contract/calls/market';
import type {
  CancelReason,
  OrderStatus,
  OrderStatusFilter,
  OrderType,
  TimeInForce,
} from '@marigold/contract/calls/trade';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { orderStates } from '../states.ts';

export type OrderRow = {
  id: string;
  symbol: string;
  base: string;
  quote: string;
  price_decimals: number;
  amount_decimals: number;
  base_scale: number;
  quote_scale: number;
  side: Side;
  type: OrderType;
  time_in_force: TimeInForce;
  price: bigint | null;
  amount: bigint | null;
  total: bigint | null;
  filled: bigint;
  filled_total: bigint;
  fee_units: string;
  held_units: string;
  maker_ppm: number;
  taker_ppm: number;
  status: OrderStatus;
  reason: CancelReason | null;
  created_at: number;
  closed_at: number | null;
};

/** Columns of OrderRow out of `orderTables`. */
const orderColumns = sql`o.id, o.symbol, m.base, m.quote, m.price_decimals, m.amount_decimals,
  lb.scale as base_scale, lq.scale as quote_scale, o.side, o.type, o.time_in_force, o.price, o.amount, o.total, o.filled,
  o.filled_total, o.fee_units, o.held_units, o.maker_ppm, o.taker_ppm, o.status, o.reason, o.created_at, o.closed_at`;
const marketTables = sql`join ledger.asset lb on lb.code = m.base join ledger.asset lq on lq.code = m.quote`;
const orderTables = sql`app.trade_order o join app.market m on m.symbol = o.symbol ${marketTables}`;

export type FillRow = {
  /** Of the trade: nobody has two fills of one. */
  id: string;
  order_id: string;
  symbol: string;
  side: Side;
  role: 'maker' | 'taker';
  price: bigint;
  amount: bigint;
  price_decimals: number;
  amount_decimals: number;
  fee_units: string;
  fee_currency: string;
  fee_scale: number;
  at: number;
};

/** Columns of FillRow out of `fillTables`. */
const fillColumns = sql`f.trade_id as id, f.order_id, f.symbol, f.side, f.role, f.price, f.amount,
  m.price_decimals, m.amount_decimals, f.fee_units, lf.code as fee_currency, lf.scale as fee_scale, f.at`;
const fillTables = sql`app.fill f join app.market m on m.symbol = f.symbol
  join ledger.asset lf on lf.id = f.fee_asset`;

/** Which orders or fills of somebody are wanted, newest first, and how many. */
type Page = { readonly userId: string; readonly before: string | null; readonly max: number };

export async function listOpenOrders(
  db: Database,
  { userId, symbol, before, max }: Page & { readonly symbol: string | undefined },
): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables}
    where o.user_id = ${userId} and o.status = 'wait'
      and (${symbol ?? null}::text is null or o.symbol = ${symbol ?? null})
      and (${before}::uuid is null or o.id < ${before}::uuid)
    order by o.id desc limit ${max}`.execute(db);
  return found.rows;
}

type Span = {
  readonly symbol: string | undefined;
  readonly side: Side | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
};

export async function listOrders(
  db: Database,
  {
    userId,
    symbol,
    side,
    status,
    from,
    to,
    before,
    max,
  }: Page & Span & { status: OrderStatusFilter | undefined },
): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables}
    where o.user_id = ${userId}
      and (${symbol ?? null}::text is null or o.symbol = ${symbol ?? null})
      and (${side ?? null}::text is null or o.side = ${side ?? null})
      and ${isOfStatus(status)}
      and (${momentOf(from)}::timestamptz is null or o.created_at >= ${momentOf(from)})
      and (${momentOf(to)}::timestamptz is null or o.created_at < ${momentOf(to)})
      and (${before}::uuid is null or o.id < ${before}::uuid)
    order by o.id desc limit ${max}`.execute(db);
  return found.rows;
}

function isOfStatus(status: OrderStatusFilter | undefined): RawBuilder<boolean> {
  if (status === undefined) return sql`true`;
  return status === 'over' ? sql`o.status = any(${orderStates.finals}::text[])` : sql`o.status = ${status}`;
}

/** Undefined: they have no such order. */
export async function findOrder(
  db: Database,
  orderId: string,
  userId: string,
): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables} where o.id = ${orderId} and o.user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/** The market of an order; undefined: they have no such order. */
export async function findSymbol(
  db: Database,
  { orderId, userId }: { readonly orderId: string; readonly userId: string },
): Promise<string | undefined> {
  const found = await sql<{ symbol: string }>`
    select symbol from app.trade_order where id = ${orderId} and user_id = ${userId}`.execute(db);
  return found.rows[0]?.symbol;
}

/** The latest so many of one order. */
export async function listFillsOfOrder(
  db: Database,
  { orderId, userId, max }: { readonly orderId: string; readonly userId: string; readonly max: number },
): Promise<FillRow[]> {
  const fills = await sql<FillRow>`
    select ${fillColumns} from ${fillTables} where f.order_id = ${orderId} and f.user_id = ${userId}
    order by f.trade_id desc limit ${max}`.execute(db);
  return fills.rows;
}

export async function listFillRows(
  db: Database,
  { userId, symbol, side, orderId, from, to, before, max }: Page & Span & { orderId: string | undefined },
): Promise<FillRow[]> {
  const found = await sql<FillRow>`
    select ${fillColumns} from ${fillTables}
    where f.user_id = ${userId}
      and (${symbol ?? null}::text is null or f.symbol = ${symbol ?? null})
      and (${side ?? null}::text is null or f.side = ${side ?? null})
      and (${orderId ?? null}::uuid is null or f.order_id = ${orderId ?? null}::uuid)
      and (${momentOf(from)}::timestamptz is null or f.at >= ${momentOf(from)})
      and (${momentOf(to)}::timestamptz is null or f.at < ${momentOf(to)})
      and (${before}::uuid is null or f.trade_id < ${before}::uuid)
    order by f.trade_id desc limit ${max}`.execute(db);
  return found.rows;
}

/** A fill with the fee it paid, its journal, and the bill of what was given when the order was placed. */
type WholeFill = FillRow & { fee_ppm: number; journal_id: bigint; bill_id: string | null };

/** Undefined: they have no fill of this trade. */
export async function findFill(
  db: Database,
  tradeId: string,
  userId: string,
): Promise<WholeFill | undefined> {
  const found = await sql<WholeFill>`
    select ${fillColumns}, case f.role when 'maker' then o.maker_ppm else o.taker_ppm end as fee_ppm, t.journal_id,
      o.bill_id
    from ${fillTables} join app.trade_order o on o.id = f.order_id join app.trade t on t.id = f.trade_id
    where f.trade_id = ${tradeId} and f.user_id = ${userId}`.execute(db);
  return found.rows[0];
}

function momentOf(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

/** What somebody brings to a market. */
type TradedMarket = {
  base: string;
  quote: string;
  base_scale: number;
  quote_scale: number;
  available_base: string;
  available_quote: string;
  open_orders: number;
  open_orders_max: number;
};

/** Balances of both assets and open orders; undefined: there is no such market. */
export async function findTradedMarket(
  db: Database,
  symbol: string,
  userId: string,
): Promise<TradedMarket | undefined> {
  const available = (asset: 'lb' | 'lq') => sql`coalesce((
    select balance from ledger.account
    where owner_id = ${userId} and asset_id = ${sql.ref(`${asset}.id`)} and kind = 'available'), 0)`;
  const found = await sql<TradedMarket>`
    select m.base, m.quote, lb.scale as base_scale, lq.scale as quote_scale,
      ${available('lb')} as available_base, ${available('lq')} as available_quote, m.open_orders_max,
      (select count(*)::int from app.trade_order o
       where o.user_id = ${userId} and o.status = 'wait' and o.symbol = m.symbol) as open_orders
    from app.market m join ledger.asset lb on lb.code = m.base join ledger.asset lq on lq.code = m.quote
    where m.symbol = ${symbol}`.execute(db);
  return found.rows[0];
}

/** A sum that somebody allowed beyond the limit, as losses are counted. */
export async function insertAllowance(
  db: Database,
  allowance: {
    readonly id: string;
    readonly userId: string;
    readonly symbol: string;
    readonly steps: number;
    readonly now: number;
    readonly until: number;
  },
): Promise<void> {
  const { id, userId, symbol, steps, now, until } = allowance;
  await sql`
      insert into app.trade_allowance (id, user_id, symbol, amount, created_at, until)
      values (${id}, ${userId}, ${symbol}, ${steps}, ${new Date(now)}, ${new Date(until)})`.execute(db);
}

/** Markets in which somebody has open orders; no more than there are markets. */
export async function listOpenMarkets(db: Database, userId: string): Promise<readonly string[]> {
  const found = await sql<{ symbol: string }>`
    select distinct symbol from app.trade_order where user_id = ${userId} and status = 'wait'`.execute(db);
  return found.rows.map(({ symbol }) => symbol);
}
