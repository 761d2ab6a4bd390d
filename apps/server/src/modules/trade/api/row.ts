/** Orders and fills as their owner sees them: the engine's integers and the ledger's units as exact decimal strings. */
import type { Side } from '@marigold/contract/market';
import type {
  CancelReason,
  Fill,
  Order,
  OrderStatus,
  OrderType,
  TimeInForce,
} from '@marigold/contract/trade';
import { formatUnits, formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import { averageFloor } from '../terms.ts';

const percentDecimals = 4;

/** Millionths as percent: 1000 is 0.10. */
export function percentOfPpm(ppm: number): string {
  return formatUnitsTrimmed(BigInt(ppm), percentDecimals, 2);
}

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
export const orderColumns = sql`o.id, o.symbol, m.base, m.quote, m.price_decimals, m.amount_decimals,
  lb.scale as base_scale, lq.scale as quote_scale, o.side, o.type, o.time_in_force, o.price, o.amount, o.total, o.filled,
  o.filled_total, o.fee_units, o.held_units, o.maker_ppm, o.taker_ppm, o.status, o.reason, o.created_at, o.closed_at`;
const marketTables = sql`join ledger.asset lb on lb.code = m.base join ledger.asset lq on lq.code = m.quote`;
export const orderTables = sql`app.trade_order o join app.market m on m.symbol = o.symbol ${marketTables}`;

export function orderOf(row: OrderRow): Order {
  const decimals = { priceDecimals: row.price_decimals, amountDecimals: row.amount_decimals };
  const totalDecimals = row.price_decimals + row.amount_decimals;
  const isBuy = row.side === 'buy';
  return {
    orderId: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    price: row.price === null ? null : formatUnits(row.price, row.price_decimals),
    amount: row.amount === null ? null : formatUnits(row.amount, row.amount_decimals),
    total: row.total === null ? null : formatUnits(row.total, totalDecimals),
    filled: formatUnits(row.filled, row.amount_decimals),
    filledTotal: formatUnits(row.filled_total, totalDecimals),
    average: averageFloor(decimals, { filled: row.filled, filledTotal: row.filled_total }),
    held: formatUnits(BigInt(row.held_units), isBuy ? row.quote_scale : row.base_scale),
    heldCurrency: isBuy ? row.quote : row.base,
    fee: formatUnits(BigInt(row.fee_units), isBuy ? row.base_scale : row.quote_scale),
    feeCurrency: isBuy ? row.base : row.quote,
    makerPercent: percentOfPpm(row.maker_ppm),
    takerPercent: percentOfPpm(row.taker_ppm),
    status: row.status,
    reason: row.reason,
    time: row.created_at,
    closedTime: row.closed_at,
  };
}

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
export const fillColumns = sql`f.trade_id as id, f.order_id, f.symbol, f.side, f.role, f.price, f.amount,
  m.price_decimals, m.amount_decimals, f.fee_units, lf.code as fee_currency, lf.scale as fee_scale, f.at`;
export const fillTables = sql`app.fill f join app.market m on m.symbol = f.symbol
  join ledger.asset lf on lf.id = f.fee_asset`;

export function fillOf(row: FillRow): Fill {
  return {
    tradeId: row.id,
    orderId: row.order_id,
    symbol: row.symbol,
    side: row.side,
    role: row.role,
    price: formatUnits(row.price, row.price_decimals),
    amount: formatUnits(row.amount, row.amount_decimals),
    total: formatUnits(row.price * row.amount, row.price_decimals + row.amount_decimals),
    fee: formatUnits(BigInt(row.fee_units), row.fee_scale),
    feeCurrency: row.fee_currency,
    time: row.at,
  };
}
