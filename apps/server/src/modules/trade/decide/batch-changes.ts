/** Everything a batch has to write, added up: an order that changed three times is written once. */
import type { BillStatus } from '@marigold/contract/bill';
import type { Side } from '@marigold/contract/market';
import { assert } from '@marigold/money/assert';
import type { Deed } from '@marigold/trading/journal';
import type { DeskFill, DeskOrder } from '@marigold/trading/order';

import { newId } from '../../../platform/ids.ts';
import type { NewBill } from '../../bill/record.ts';
import type { Book, OpenOrder } from './book.ts';
import type { Losses } from './loss.ts';

/** An order as the batch leaves it. */
export type NotedOrder = OpenOrder & {
  readonly order: DeskOrder;
  /** It has no row yet. */
  readonly isNew: boolean;
};

type Trade = {
  readonly id: string;
  readonly number: number;
  readonly price: number;
  readonly amount: number;
  readonly takerSide: Side;
  /** The index when it happened, in price steps. */
  readonly index: number | undefined;
  readonly deed: number;
};

type Share = {
  readonly tradeId: string;
  readonly orderId: string;
  readonly userId: string;
  readonly order: DeskOrder;
  readonly role: 'maker' | 'taker';
  readonly price: number;
  readonly amount: number;
  readonly fee: bigint;
};

/** A bill whose journal is that of a deed. */
export type TradeBill = Pick<
  NewBill,
  'userId' | 'direction' | 'asset' | 'units' | 'feeUnits' | 'orderId' | 'belongsTo'
> & {
  readonly type: 'CURRENCY_TRADE' | 'CURRENCY_TRADE_RECOVERY';
  readonly deed: number;
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
};

/** What one person hears of the batch. */
export type News = {
  readonly orders: Map<string, DeskOrder>;
  readonly fills: Map<string, { readonly order: DeskOrder; readonly price: number; readonly amount: number }>;
};

/** An order of somebody that was open. */
export type Ended = { readonly id: string; readonly userId: string; readonly order: DeskOrder };

export type Tally = {
  readonly now: number;
  readonly deeds: Omit<Deed, 'symbol'>[];
  readonly orders: Map<number, NotedOrder>;
  readonly trades: Trade[];
  readonly fills: Share[];
  /** By id. */
  readonly bills: Map<string, TradeBill>;
  /** Bills from before that end now. */
  readonly closed: Map<string, 'success' | 'failed'>;
  readonly news: Map<string, News>;
  /** Orders that an operator ended, all of one person together. */
  readonly ended: (readonly Ended[])[];
  /** By how much the batch changes what people gave away. */
  readonly losses: Losses;
  /** Prices at which something changed. */
  readonly levels: Readonly<Record<Side, Set<number>>>;
};

export function createTally(now: number): Tally {
  return {
    now,
    deeds: [],
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
export function orderOf(book: Book, tally: Tally, number: number): OpenOrder & { readonly isNew: boolean } {
  const noted = tally.orders.get(number);
  if (noted !== undefined) return noted;
  const open = book.open.get(number);
  assert(open !== undefined, `order ${number} is known`);
  return { ...open, isNew: false };
}

export function noteOrder(tally: Tally, noted: NotedOrder): void {
  const { order, id, userId, billId, entry, isNew } = noted;
  tally.orders.set(order.number, { order, id, userId, billId, entry, isNew });
}

/** Answers its id. */
export function addBill(tally: Tally, bill: TradeBill): string {
  const id = newId();
  tally.bills.set(id, bill);
  return id;
}

/** Ends the bill of what an order took; one of this very batch is written as ended. */
export function closeBill(tally: Tally, billId: string, status: 'success' | 'failed'): void {
  const fresh = tally.bills.get(billId);
  if (fresh === undefined) tally.closed.set(billId, status);
  else tally.bills.set(billId, { ...fresh, statuses: ['running', status] });
}

export function markLevel(tally: Tally, { side, price }: DeskOrder): void {
  if (price !== undefined) tally.levels[side].add(price);
}

type Told = { readonly id: string; readonly order: DeskOrder; readonly fills?: readonly DeskFill[] };

/** One person hears of each order once, as it stands in the end. */
export function tell(tally: Tally, userId: string, { id, order, fills = [] }: Told): void {
  let news = tally.news.get(userId);
  if (news === undefined) tally.news.set(userId, (news = { orders: new Map(), fills: new Map() }));
  news.orders.set(id, order);
  for (const { price, amount } of fills) {
    const before = news.fills.get(id);
    news.fills.set(id, { order, price, amount: (before?.amount ?? 0) + amount });
  }
}
