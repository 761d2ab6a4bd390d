/** Everything a batch has to write, added up: an order that changed three times is written once. */
import type { BillStatus } from '@marigold/contract/calls/bill';
import type { Side } from '@marigold/contract/calls/market';
import { assert } from '@marigold/money/assert';
import { addSteps, type Amount, noAmount, type Price } from '@marigold/money/steps';
import type { OrderJournal } from '@marigold/trading/journal';
import type { ClearingFill, ClearingOrder } from '@marigold/trading/order';

import { newRowId } from '../../../platform/process/ids.ts';
import type { NewBill } from '../../bill/record.ts';
import type { MarketBook, BookOrder } from './book.ts';
import type { Losses } from './loss.ts';

/** An order as the batch leaves it. */
export type NotedOrder = BookOrder & {
  readonly order: ClearingOrder;
  /** It has no row yet. */
  readonly isNew: boolean;
};

type Trade = {
  readonly id: string;
  readonly number: number;
  readonly price: Price;
  readonly amount: Amount;
  readonly takerSide: Side;
  /** The index when it happened. */
  readonly index: Price | undefined;
  readonly journal: number;
};

type Share = {
  readonly tradeId: string;
  readonly orderId: string;
  readonly userId: string;
  readonly order: ClearingOrder;
  readonly role: 'maker' | 'taker';
  readonly price: Price;
  readonly amount: Amount;
  readonly fee: bigint;
};

/** A bill of one of the batch's journals, by its place. */
export type TradeBill = Pick<
  NewBill,
  'userId' | 'direction' | 'asset' | 'units' | 'feeUnits' | 'orderId' | 'belongsTo'
> & {
  readonly type: 'CURRENCY_TRADE' | 'CURRENCY_TRADE_RECOVERY';
  readonly journal: number;
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
};

/** What one person hears of the batch. */
export type News = {
  readonly orders: Map<string, ClearingOrder>;
  readonly fills: Map<
    string,
    { readonly order: ClearingOrder; readonly price: Price; readonly amount: Amount }
  >;
};

/** An order of somebody that was open. */
export type CancelledOrder = { readonly id: string; readonly userId: string; readonly order: ClearingOrder };

export type BatchChanges = {
  readonly now: number;
  readonly journals: Omit<OrderJournal, 'symbol'>[];
  readonly orders: Map<number, NotedOrder>;
  readonly trades: Trade[];
  readonly fills: Share[];
  /** By id. */
  readonly bills: Map<string, TradeBill>;
  /** Bills from before that end now. */
  readonly closed: Map<string, 'success' | 'failed'>;
  readonly news: Map<string, News>;
  /** Orders that an operator ended, all of one person together. */
  readonly ended: (readonly CancelledOrder[])[];
  /** By how much the batch changes what people gave away. */
  readonly losses: Losses;
  /** Prices at which something changed. */
  readonly levels: Readonly<Record<Side, Set<Price>>>;
};

export function createBatchChanges(now: number): BatchChanges {
  return {
    now,
    journals: [],
    orders: new Map(),
    trades: [],
    fills: [],
    bills: new Map(),
    closed: new Map(),
    news: new Map(),
    ended: [],
    losses: new Map(),
    levels: { buy: new Set(), sell: new Set() },
  };
}

/** What is known of an order of this batch or of the book. */
export function knownOrder(
  book: MarketBook,
  changes: BatchChanges,
  number: number,
): BookOrder & { readonly isNew: boolean } {
  const noted = changes.orders.get(number);
  if (noted !== undefined) return noted;
  const open = book.open.get(number);
  assert(open !== undefined, `order ${number} is known`);
  return { ...open, isNew: false };
}

export function noteOrder(changes: BatchChanges, noted: NotedOrder): void {
  const { order, id, userId, billId, entry, isNew } = noted;
  changes.orders.set(order.number, { order, id, userId, billId, entry, isNew });
}

/** Answers its id. */
export function addBill(changes: BatchChanges, bill: TradeBill): string {
  const id = newRowId();
  changes.bills.set(id, bill);
  return id;
}

/** Ends the bill of what an order took; one of this very batch is written as ended. */
export function closeBill(changes: BatchChanges, billId: string, status: 'success' | 'failed'): void {
  const fresh = changes.bills.get(billId);
  if (fresh === undefined) changes.closed.set(billId, status);
  else changes.bills.set(billId, { ...fresh, statuses: ['running', status] });
}

export function markLevel(changes: BatchChanges, { side, price }: ClearingOrder): void {
  if (price !== undefined) changes.levels[side].add(price);
}

type OrderNews = {
  readonly id: string;
  readonly order: ClearingOrder;
  readonly fills?: readonly ClearingFill[];
};

/** One person hears of each order once, as it stands in the end. */
export function addNews(changes: BatchChanges, userId: string, { id, order, fills = [] }: OrderNews): void {
  let news = changes.news.get(userId);
  if (news === undefined) changes.news.set(userId, (news = { orders: new Map(), fills: new Map() }));
  news.orders.set(id, order);
  for (const { price, amount } of fills) {
    const before = news.fills.get(id);
    news.fills.set(id, { order, price, amount: addSteps(before?.amount ?? noAmount, amount) });
  }
}
