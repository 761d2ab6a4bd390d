/** What has to be written for what the clearing decided: journals, orders, trades, bills, news, and what is given away. */
import { assert } from '@marigold/money/assert';
import type { Price } from '@marigold/money/steps';
import type { Cancelled, ClearingOrder, Placed } from '@marigold/trading/order';
import { baseOf, quoteAt } from '@marigold/trading/worth';

import { newRowId } from '../../../platform/process/ids.ts';
import type { OrderRequest } from '../port.ts';
import type { BatchChanges, CancelledOrder } from './batch-changes.ts';
import { addBill, closeBill, markLevel, noteOrder, knownOrder, addNews } from './batch-changes.ts';
import { availableKey } from './book.ts';
import type { LossEntry } from './loss.ts';
import { addLoss, givenBy } from './loss.ts';
import type { MarketAsset, Available, BatchRun } from './run.ts';

/** An order that was placed, with whom it met; answers its id. */
export function recordPlaced(
  run: BatchRun,
  { userId }: OrderRequest,
  { placed, index }: { readonly placed: Placed; readonly index: Price | undefined },
): string {
  const { book, facts, changes } = run;
  const { order } = placed;
  const { owner } = order;
  const given: MarketAsset = order.side === 'buy' ? 'quote' : 'base';
  assert(order.number === book.nextOrder, 'orders are numbered in the order in which they come');
  book.nextOrder += 1;
  carry(facts.available, availableKey(owner, given), -placed.spent);
  const id = newRowId();
  const journal = addJournal(run, 'order', id, placed.postings);
  const billId = addBill(changes, {
    userId,
    type: 'CURRENCY_TRADE',
    direction: 'out',
    asset: book.market[given],
    units: placed.spent,
    orderId: id,
    journal,
    statuses: order.status === 'wait' ? ['running'] : ['running', 'success'],
  });
  const entry = {
    index,
    at: facts.now,
    given: givenBy({ ...order, isOpen: order.status === 'wait' }, index),
  };
  noteLoss(changes, owner, entry, entry.given);
  noteOrder(changes, { order, id, userId, billId, entry, isNew: true });
  if (order.status === 'wait') markLevel(changes, order);
  addFills(run, placed, journal);
  addReceipt(run, { order, id, userId }, placed, journal);
  addNews(changes, userId, { id, order, fills: placed.fills });
  return id;
}

/** An order that was taken off the book: what it had set aside goes back. */
export function recordCancelled(run: BatchRun, number: number, cancelled: Cancelled): CancelledOrder {
  const { book, facts, changes } = run;
  const known = knownOrder(book, changes, number);
  const { order, released } = cancelled;
  const journal = addJournal(run, 'cancel', known.id, cancelled.postings);
  const { entry } = known;
  // What it did not take is not given away any more.
  const took = givenBy({ ...order, isOpen: false }, entry.index);
  noteLoss(changes, order.owner, entry, took - entry.given);
  noteOrder(changes, { ...known, order, entry: { ...entry, given: took } });
  markLevel(changes, order);
  closeBill(changes, known.billId, order.filled > 0 ? 'success' : 'failed');
  const given: MarketAsset = order.side === 'buy' ? 'quote' : 'base';
  addBill(changes, {
    userId: known.userId,
    type: 'CURRENCY_TRADE_RECOVERY',
    direction: 'in',
    asset: book.market[given],
    units: released,
    orderId: known.id,
    belongsTo: known.billId,
    journal,
    statuses: ['running', 'success'],
  });
  carry(facts.available, availableKey(order.owner, given), released);
  addNews(changes, known.userId, { id: known.id, order });
  return { id: known.id, userId: known.userId, order };
}

/** What moved is one journal, or a few; answers its place. */
function addJournal(
  { changes }: BatchRun,
  kind: 'order' | 'cancel',
  orderId: string,
  postings: Placed['postings'],
): number {
  changes.journals.push({ kind, orderId, postings });
  return changes.journals.length - 1;
}

/** The trades of a taker, with what became of each maker. */
function addFills(run: BatchRun, placed: Placed, journal: number): void {
  const { book, changes } = run;
  const taker = knownOrder(book, changes, placed.order.number);
  placed.fills.forEach((fill, place) => {
    const makerOrder = placed.makers[place];
    assert(makerOrder !== undefined && makerOrder.number === fill.maker, 'every fill has its maker');
    const maker = knownOrder(book, changes, fill.maker);
    const trade = { id: newRowId(), number: book.nextTrade, price: fill.price, amount: fill.amount };
    book.nextTrade += 1;
    changes.trades.push({ ...trade, takerSide: placed.order.side, index: taker.entry.index, journal });
    const share = { tradeId: trade.id, price: fill.price, amount: fill.amount };
    changes.fills.push(
      {
        ...share,
        userId: taker.userId,
        orderId: taker.id,
        order: placed.order,
        role: 'taker',
        fee: fill.takerFee,
      },
      {
        ...share,
        userId: maker.userId,
        orderId: maker.id,
        order: makerOrder,
        role: 'maker',
        fee: fill.makerFee,
      },
    );
    noteOrder(changes, { ...maker, order: makerOrder });
    markLevel(changes, makerOrder);
    addReceipt(run, { ...maker, order: makerOrder }, { fills: [fill] }, journal);
    if (makerOrder.status === 'done') closeBill(changes, maker.billId, 'success');
    addNews(changes, maker.userId, { id: maker.id, order: makerOrder, fills: [fill] });
  });
}

/** What an order got by one command is one bill, less its fee. */
function addReceipt(
  { book, facts, changes }: BatchRun,
  { order, id, userId }: { readonly order: ClearingOrder; readonly id: string; readonly userId: string },
  { fills }: Pick<Placed, 'fills'>,
  journal: number,
): void {
  if (fills.length === 0) return;
  const { terms } = book.market;
  const asset: MarketAsset = order.side === 'buy' ? 'base' : 'quote';
  let gross = 0n;
  let fee = 0n;
  for (const fill of fills) {
    gross += order.side === 'buy' ? baseOf(fill.amount, terms) : quoteAt(fill.price, fill.amount, terms);
    fee += fill.maker === order.number ? fill.makerFee : fill.takerFee;
  }
  const units = gross - fee;
  assert(units >= 0n, 'a fee takes no more than came in');
  carry(facts.available, availableKey(order.owner, asset), units);
  // The fee took all of it: there is nothing to tell of.
  if (units === 0n) return;
  addBill(changes, {
    userId,
    type: 'CURRENCY_TRADE',
    direction: 'in',
    asset: book.market[asset],
    units,
    feeUnits: fee,
    orderId: id,
    journal,
    statuses: ['running', 'success'],
  });
}

function noteLoss(changes: BatchChanges, owner: number, { at }: LossEntry, change: number): void {
  if (change === 0) return;
  let pieces = changes.losses.get(owner);
  if (pieces === undefined) changes.losses.set(owner, (pieces = new Map()));
  addLoss(pieces, at, change);
}

function carry(available: Available, key: number, units: bigint): void {
  const before = available.get(key);
  if (before === undefined) return;
  assert(before + units >= 0n, 'a batch gives nothing away that is not there');
  available.set(key, before + units);
}
