/** What a batch of commands comes to: an answer for each, and everything that has to be written for it. Pure but for ids. */
import { Refusal } from '@marigold/contract/endpoint';
import type { CancelReason } from '@marigold/contract/trade';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import type { ClearingOrder, Placed } from '@marigold/trading/order';

import { newId } from '../../../platform/ids.ts';
import { notFound } from '../../../platform/transport-error.ts';
import { mustStay } from '../../lock/lock.ts';
import type { LockedHolding } from '../../lock/lock.ts';
import type { Answer, Command } from '../command.ts';
import type { CancelAllRequest, CancelRequest, OrderRequest } from '../port.ts';
import type { OrderNo } from '../refusals.ts';
import { refusalOf } from '../refusals.ts';
import type { Rates } from '../rules.ts';
import type { BatchChanges } from './batch-changes.ts';
import {
  addBill,
  closeBill,
  createBatchChanges,
  markLevel,
  noteOrder,
  orderOf,
  tell,
} from './batch-changes.ts';
import type { Book } from './book.ts';
import { availableKey } from './book.ts';
import type { LossLimit } from './loss-limit.ts';
import { lossText } from './loss-limit.ts';
import type { Entry } from './loss.ts';
import { addLoss, givenBy, givenNow, lossOf, mostGiven } from './loss.ts';

export type Facts = {
  readonly now: number;
  /** The index price of this moment, in price steps. */
  readonly index: number | undefined;
  /** As it was known last: for orders that can only rest. */
  readonly lastIndex: number | undefined;
  readonly ratesOf: (userId: string) => Rates;
  /** What the takers of the batch have of each asset; it is carried on while commands are decided. */
  readonly available: Available;
  /** Whose the orders are that are asked for and do not stand in the book. */
  readonly closed: ReadonlyMap<string, string>;
  /** Of takers whose orders may give away anything. */
  readonly lossLimits: ReadonlyMap<string, LossLimit>;
  /** What takers whose money is held back have in all, by their numbers. */
  readonly heldBack: ReadonlyMap<number, HeldBack>;
  readonly postingsMax: number;
};

/** What somebody has of every asset, with its locks and debts, when the batch began. */
export type HeldBack = { readonly holdings: readonly LockedHolding[]; readonly isOwed: boolean };

type Asset = 'base' | 'quote';

/** Units by `availableKey`; whoever is not in it is no taker. */
export type Available = Map<number, bigint>;

type Run = { readonly book: Book; readonly facts: Facts; readonly changes: BatchChanges };

export type Decided = {
  readonly answers: readonly Answer[];
  readonly changes: BatchChanges;
};

/**
 * Decides one command after the other, each on what the ones before it left, until there is enough to write: there may be
 * fewer answers than commands, but never none. The clearing is changed; see `Clearing.undo`.
 */
export function decide(book: Book, commands: readonly Command[], facts: Facts): Decided {
  const run: Run = { book, facts, changes: createBatchChanges(facts.now) };
  const answers: Answer[] = [];
  let counted = 0;
  let postings = 0;
  for (const command of commands) {
    answers.push(decideOne(run, command));
    for (const journal of run.changes.journals.slice(counted)) postings += journal.postings.length;
    counted = run.changes.journals.length;
    if (postings >= facts.postingsMax) break;
  }
  return { answers, changes: run.changes };
}

function decideOne(run: Run, command: Command): Answer {
  if (command.kind === 'submit') return submit(run, command.request);
  if (command.kind === 'cancel') return cancel(run, command.request);
  return cancelAll(run, command.request);
}

/** Without a fresh index nothing is taken from the book; what can only rest is measured by the one that was known last. */
export function indexFor(
  { timeInForce }: Pick<OrderRequest, 'timeInForce'>,
  { index, lastIndex }: Pick<Facts, 'index' | 'lastIndex'>,
): number | undefined {
  return index ?? (timeInForce === 'post' ? lastIndex : undefined);
}

function submit(run: Run, request: OrderRequest): Answer {
  const { book, facts, changes } = run;
  const { clearing, people, market } = book;
  const owner = people.numberOf(request.userId);
  const given: Asset = request.side === 'buy' ? 'quote' : 'base';
  const { side, type, timeInForce, price, amount, total } = request;
  const index = indexFor(request, facts);
  const tooMuch = givesTooMuch(run, request, index);
  if (tooMuch !== undefined) return tooMuch;
  const available = facts.available.get(availableKey(owner, given)) ?? 0n;
  const kept = keptBack(run, owner, given);
  const placed = clearing.place(
    {
      number: book.nextOrder,
      owner,
      side,
      type,
      timeInForce,
      price,
      amount,
      total,
      index,
      ...facts.ratesOf(request.userId),
    },
    available - kept,
  );
  if (placed.kind === 'refused' && placed.reason === 'insufficient_balance' && kept > 0n)
    return heldBackRefusal(run, request, { available, kept });
  if (placed.kind === 'refused') return refusalOf(placed.reason, { market, order: request, index });
  book.nextOrder += 1;
  carry(facts.available, availableKey(owner, given), -placed.spent);
  const id = newId();
  const journal = addJournal(run, 'order', id, placed.postings);
  const { order } = placed;
  const billId = addBill(changes, {
    userId: request.userId,
    type: 'CURRENCY_TRADE',
    direction: 'out',
    asset: market[given],
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
  noteOrder(changes, { order, id, userId: request.userId, billId, entry, isNew: true });
  if (order.status === 'wait') markLevel(changes, order);
  addFills(run, placed, journal);
  addReceipt(run, { order, id, userId: request.userId }, placed, journal);
  tell(changes, request.userId, { id, order, fills: placed.fills });
  return { orderId: id, status: order.status, filled: order.filled, filledTotal: order.filledTotal };
}

/** Refuses an order with which those of the last day would give away more than is allowed (docs/decisions/0044). */
function givesTooMuch(
  { book, facts, changes }: Run,
  request: OrderRequest,
  index: number | undefined,
): Refusal<'trade_limit'> | undefined {
  const { market, clearing, people } = book;
  const most = index === undefined ? 0 : mostGiven(request, index, market.givePpm);
  if (index === undefined || most <= 0) return undefined;
  const owner = people.numberOf(request.userId);
  const sum = lossOf(book.losses.get(owner), facts.now) + lossOf(changes.losses.get(owner), facts.now);
  const { limit, more } = facts.lossLimits.get(request.userId) ?? { limit: 0, more: 0 };
  if (sum + most <= limit) return undefined;
  const { side, timeInForce, price, amount, total } = request;
  const taken = clearing.market.estimate({ owner, side, timeInForce, price, amount, total, index });
  // Whatever else is wrong with it is said first.
  if ('kind' in taken || sum + givenNow(request, taken, index) <= limit) return undefined;
  return new Refusal('trade_limit', {
    limit: lossText(market, limit),
    more: lossText(market, more),
    currency: market.quote,
  });
}

function noteLoss(changes: BatchChanges, owner: number, { at }: Entry, change: number): void {
  if (change === 0) return;
  let pieces = changes.losses.get(owner);
  if (pieces === undefined) changes.losses.set(owner, (pieces = new Map()));
  addLoss(pieces, at, change);
}

/** Units of what an order gives that a lock or a debt keeps where they are, after the orders of the batch before it. */
function keptBack({ book: { market }, facts }: Run, owner: number, given: Asset): bigint {
  const held = facts.heldBack.get(owner);
  if (held === undefined) return 0n;
  const holdings = held.holdings.map((one) => {
    const asset = one.asset === market.base ? 'base' : one.asset === market.quote ? 'quote' : undefined;
    const now = asset === undefined ? undefined : facts.available.get(availableKey(owner, asset));
    return now === undefined ? one : { ...one, available: now };
  });
  return mustStay(holdings, market[given]);
}

/** Why there is not enough: because it is held back, or because even all of it would not do. */
function heldBackRefusal(
  { book: { market, people }, facts }: Run,
  { userId, side, price, amount, total }: OrderRequest,
  { available, kept }: { readonly available: bigint; readonly kept: bigint },
): OrderNo {
  const steps = total ?? (price ?? 0) * (amount ?? 0);
  const needed =
    side === 'buy' ? BigInt(steps) * market.terms.quoteUnits : BigInt(amount ?? 0) * market.terms.baseUnits;
  if (needed > available) return new Refusal('insufficient_balance');
  const [currency, scale] =
    side === 'buy' ? [market.quote, market.quoteScale] : [market.base, market.baseScale];
  const isOwed = facts.heldBack.get(people.numberOf(userId))?.isOwed === true;
  const told = { locked: formatUnitsTrimmed(kept, scale, 0), currency };
  return new Refusal(isOwed ? 'funds_owed' : 'funds_locked', told, 'amount');
}

/** What moved is one journal, or a few; answers its place. */
function addJournal(
  { changes }: Run,
  kind: 'order' | 'cancel',
  orderId: string,
  postings: Placed['postings'],
): number {
  changes.journals.push({ kind, orderId, postings });
  return changes.journals.length - 1;
}

/** The trades of a taker, with what became of each maker. */
function addFills(run: Run, placed: Placed, journal: number): void {
  const { book, changes } = run;
  const taker = orderOf(book, changes, placed.order.number);
  placed.fills.forEach((fill, place) => {
    const makerOrder = placed.makers[place];
    assert(makerOrder !== undefined && makerOrder.number === fill.maker, 'every fill has its maker');
    const maker = orderOf(book, changes, fill.maker);
    const trade = { id: newId(), number: book.nextTrade, price: fill.price, amount: fill.amount };
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
    tell(changes, maker.userId, { id: maker.id, order: makerOrder, fills: [fill] });
  });
}

/** What an order got by one command is one bill, less its fee. */
function addReceipt(
  { book, facts, changes }: Run,
  { order, id, userId }: { readonly order: ClearingOrder; readonly id: string; readonly userId: string },
  { fills }: Pick<Placed, 'fills'>,
  journal: number,
): void {
  if (fills.length === 0) return;
  const { baseUnits, quoteUnits } = book.market.terms;
  const asset: Asset = order.side === 'buy' ? 'base' : 'quote';
  let gross = 0n;
  let fee = 0n;
  for (const fill of fills) {
    gross +=
      order.side === 'buy'
        ? BigInt(fill.amount) * baseUnits
        : BigInt(fill.price) * BigInt(fill.amount) * quoteUnits;
    fee += fill.maker === order.number ? fill.makerFee : fill.takerFee;
  }
  const units = gross - fee;
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

function cancel(run: Run, { userId, orderId }: CancelRequest): Answer {
  const { book, facts, changes } = run;
  if (book.market.state === 'disabled') return new Refusal('market_closed');
  const number = book.numbers.get(orderId);
  const open = number === undefined ? undefined : book.open.get(number);
  const owner = open?.userId ?? facts.closed.get(orderId);
  if (owner !== userId) return notFound();
  const done = number === undefined ? undefined : release(run, number, 'user');
  if (done === undefined) return new Refusal('order_closed');
  tell(changes, userId, { id: orderId, order: done });
  return { orderId, status: done.status, filled: done.filled };
}

function cancelAll(run: Run, { userId, reason }: CancelAllRequest): Answer {
  const { book, changes } = run;
  if (book.market.state === 'disabled') return new Refusal('market_closed', {}, 'symbol');
  const ended = [...book.clearing.ordersOf(book.people.numberOf(userId))].map((number) => {
    const { id } = orderOf(book, changes, number);
    const order = release(run, number, reason);
    assert(order !== undefined, 'an open order can be taken back');
    tell(changes, userId, { id, order });
    return { id, userId, order };
  });
  if (reason === 'operator' && ended.length > 0) changes.ended.push(ended);
  return { count: ended.length };
}

/** Takes an order off the book and gives back what it had set aside; undefined when it does not stand there any more. */
function release(
  run: Run,
  number: number,
  reason: Extract<CancelReason, 'user' | 'operator'>,
): ClearingOrder | undefined {
  const { book, facts, changes } = run;
  const cancelled = book.clearing.cancel(number, reason);
  if (cancelled.kind !== 'cancelled') return undefined;
  const known = orderOf(book, changes, number);
  const { order, released } = cancelled;
  const journal = addJournal(run, 'cancel', known.id, cancelled.postings);
  const { entry } = known;
  // What it did not take is not given away any more.
  const took = givenBy({ ...order, isOpen: false }, entry.index);
  noteLoss(changes, order.owner, entry, took - entry.given);
  noteOrder(changes, { ...known, order, entry: { ...entry, given: took } });
  markLevel(changes, order);
  closeBill(changes, known.billId, order.filled > 0 ? 'success' : 'failed');
  const given: Asset = order.side === 'buy' ? 'quote' : 'base';
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
  return order;
}

function carry(available: Available, key: number, units: bigint): void {
  const before = available.get(key);
  if (before !== undefined) available.set(key, before + units);
}
