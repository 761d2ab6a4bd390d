/** What a person reads of their own orders and fills; of those of others nothing, not even that they exist. */
import { percentOfPpm } from '@marigold/money/fee';

import type { Handlers } from '../../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../../platform/http/id-page.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { listBillsOfFill, listBillsOfOrder } from '../../bill/views.ts';
import { tradeConfig } from './config.ts';
import { fillOf, wireOrder } from './row.ts';
import { findFill, findOrder, listFillRows, listFillsOfOrder, listOpenOrders, listOrders } from './store.ts';

type TradeReads = Pick<
  Handlers,
  'trade/config' | 'trade/open' | 'trade/history' | 'trade/detail' | 'trade/fills' | 'trade/fill'
>;

const fillsMax = 100;
const billsOfOrderMax = 100;
const billsOfFillMax = 10;

export function createTradeReads(): TradeReads {
  return {
    'trade/config': tradeConfig,
    'trade/open': openOrders,
    'trade/history': orderHistory,
    'trade/detail': orderDetail,
    'trade/fills': listedFills,
    'trade/fill': fillDetail,
  };
}

const openOrders: Handlers['trade/open'] = async (
  { symbol, cursor, size = pageSizeDefault },
  { db, session: { userId } },
) => {
  const before = readIdCursor(cursor);
  const rows = await listOpenOrders(db, { userId, symbol, before, max: size + 1 });
  const { list, next } = pageOf(rows, size);
  return { list: list.map(wireOrder), next };
};

const orderHistory: Handlers['trade/history'] = async (
  { symbol, side, status, from, to, cursor, size = pageSizeDefault },
  { db, session: { userId } },
) => {
  const before = readIdCursor(cursor);
  const rows = await listOrders(db, { userId, symbol, side, status, from, to, before, max: size + 1 });
  const { list, next } = pageOf(rows, size);
  return { list: list.map(wireOrder), next };
};

const orderDetail: Handlers['trade/detail'] = async ({ orderId }, { db, session: { userId } }) => {
  const row = await findOrder(db, orderId, userId);
  if (row === undefined) throw notFound();
  const fills = await listFillsOfOrder(db, { orderId, userId, max: fillsMax });
  const billIds = await listBillsOfOrder(db, { orderId, userId, max: billsOfOrderMax });
  return { order: wireOrder(row), fills: fills.map(fillOf), billIds };
};

const listedFills: Handlers['trade/fills'] = async (
  { symbol, side, orderId, from, to, cursor, size = pageSizeDefault },
  { db, session: { userId } },
) => {
  const before = readIdCursor(cursor);
  const rows = await listFillRows(db, { userId, symbol, side, orderId, from, to, before, max: size + 1 });
  const { list, next } = pageOf(rows, size);
  return { list: list.map(fillOf), next };
};

const fillDetail: Handlers['trade/fill'] = async ({ tradeId }, { db, session: { userId } }) => {
  const row = await findFill(db, tradeId, userId);
  if (row === undefined) throw notFound();
  // The bill of what was given when the order was placed, and those of the moment of this trade.
  const billIds = await listBillsOfFill(db, {
    orderId: row.order_id,
    userId,
    billId: row.bill_id,
    journalId: row.journal_id,
    max: billsOfFillMax,
  });
  return { fill: fillOf(row), feePercent: percentOfPpm(row.fee_ppm), billIds };
};
