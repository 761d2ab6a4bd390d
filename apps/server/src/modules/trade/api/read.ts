/** What a person reads of their own orders and fills; of those of others nothing, not even that they exist. */
import type { OrderStatusFilter } from '@marigold/contract/trade';
import { type RawBuilder, sql } from 'kysely';

import type { Handlers } from '../../../platform/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../../platform/id-page.ts';
import { notFound } from '../../../platform/transport-error.ts';
import { tradeConfig } from './config.ts';
import type { FillRow, OrderRow } from './row.ts';
import { fillColumns, fillOf, fillTables, orderColumns, orderOf, orderTables, percentOfPpm } from './row.ts';

type TradeReads = Pick<
  Handlers,
  'trade/config' | 'trade/open' | 'trade/history' | 'trade/detail' | 'trade/fills' | 'trade/fill'
>;

const fillsShown = 100;
const billsOfOrderMax = 100;
const billsOfFillMax = 10;

export function createTradeReads(): TradeReads {
  return {
    'trade/config': tradeConfig,
    'trade/open': openOrders,
    'trade/history': orderHistory,
    'trade/detail': orderDetail,
    'trade/fills': listFills,
    'trade/fill': fillDetail,
  };
}

const openOrders: Handlers['trade/open'] = async (
  { symbol, cursor, size = pageSizeDefault },
  { db, session },
) => {
  const before = readIdCursor(cursor);
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables}
    where o.user_id = ${session.userId} and o.status = 'wait'
      and (${symbol ?? null}::text is null or o.symbol = ${symbol ?? null})
      and (${before}::uuid is null or o.id < ${before}::uuid)
    order by o.id desc limit ${size + 1}`.execute(db);
  const { list, next } = pageOf(found.rows, size);
  return { list: list.map(orderOf), next };
};

const orderHistory: Handlers['trade/history'] = async (
  { symbol, side, status, from, to, cursor, size = pageSizeDefault },
  { db, session },
) => {
  const before = readIdCursor(cursor);
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables}
    where o.user_id = ${session.userId}
      and (${symbol ?? null}::text is null or o.symbol = ${symbol ?? null})
      and (${side ?? null}::text is null or o.side = ${side ?? null})
      and ${isOfStatus(status)}
      and (${momentOf(from)}::timestamptz is null or o.created_at >= ${momentOf(from)})
      and (${momentOf(to)}::timestamptz is null or o.created_at < ${momentOf(to)})
      and (${before}::uuid is null or o.id < ${before}::uuid)
    order by o.id desc limit ${size + 1}`.execute(db);
  const { list, next } = pageOf(found.rows, size);
  return { list: list.map(orderOf), next };
};

function isOfStatus(status: OrderStatusFilter | undefined): RawBuilder<boolean> {
  if (status === undefined) return sql`true`;
  return status === 'over' ? sql`o.status <> 'wait'` : sql`o.status = ${status}`;
}

const orderDetail: Handlers['trade/detail'] = async ({ orderId }, { db, session }) => {
  const { userId } = session;
  const found = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables} where o.id = ${orderId} and o.user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw notFound();
  const fills = await sql<FillRow>`
    select ${fillColumns} from ${fillTables} where f.order_id = ${orderId} and f.user_id = ${userId}
    order by f.trade_id desc limit ${fillsShown}`.execute(db);
  const bills = await sql<{ id: string }>`
    select id from app.bill where order_id = ${orderId} and user_id = ${userId}
    order by id limit ${billsOfOrderMax}`.execute(db);
  return {
    order: orderOf(row),
    fills: fills.rows.map(fillOf),
    billIds: bills.rows.map(({ id }) => id),
  };
};

const listFills: Handlers['trade/fills'] = async (
  { symbol, side, orderId, from, to, cursor, size = pageSizeDefault },
  { db, session },
) => {
  const before = readIdCursor(cursor);
  const found = await sql<FillRow>`
    select ${fillColumns} from ${fillTables}
    where f.user_id = ${session.userId}
      and (${symbol ?? null}::text is null or f.symbol = ${symbol ?? null})
      and (${side ?? null}::text is null or f.side = ${side ?? null})
      and (${orderId ?? null}::uuid is null or f.order_id = ${orderId ?? null}::uuid)
      and (${momentOf(from)}::timestamptz is null or f.at >= ${momentOf(from)})
      and (${momentOf(to)}::timestamptz is null or f.at < ${momentOf(to)})
      and (${before}::uuid is null or f.trade_id < ${before}::uuid)
    order by f.trade_id desc limit ${size + 1}`.execute(db);
  const { list, next } = pageOf(found.rows, size);
  return { list: list.map(fillOf), next };
};

const fillDetail: Handlers['trade/fill'] = async ({ tradeId }, { db, session }) => {
  const { userId } = session;
  const found = await sql<FillRow & { fee_ppm: number; journal_id: bigint; bill_id: string | null }>`
    select ${fillColumns}, case f.role when 'maker' then o.maker_ppm else o.taker_ppm end as fee_ppm, t.journal_id,
      o.bill_id
    from ${fillTables} join app.trade_order o on o.id = f.order_id join app.trade t on t.id = f.trade_id
    where f.trade_id = ${tradeId} and f.user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw notFound();
  // The bill of what was given when the order was placed, and those of the moment of this trade.
  const bills = await sql<{ id: string }>`
    select id from app.bill
    where order_id = ${row.order_id} and user_id = ${userId} and (id = ${row.bill_id} or journal_id = ${row.journal_id})
    order by id limit ${billsOfFillMax}`.execute(db);
  return {
    fill: fillOf(row),
    feePercent: percentOfPpm(row.fee_ppm),
    billIds: bills.rows.map(({ id }) => id),
  };
};

function momentOf(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}
