/** A market in words: what `order.ts` describes, spoken to the book of numbers. */
import type { Amount, Price, Total } from '@marigold/money/steps';

import * as books from './book.ts';
import { Fingerprint } from './hash.ts';
import { headAt, type Ladder, priceAt, sideAt, totalAt } from './levels.ts';
import { matchSize } from './lines.ts';
import { leftAt, levelAt, nextAt, numberAt, ownerAt } from './order-slots.ts';
import type {
  Cancel,
  Estimate,
  MatchingMarket,
  MarketRules,
  MarketState,
  Match,
  OpenOrder,
  Outcome,
  Place,
  Reason,
  Side,
  MarketSnapshot,
  TimeInForce,
} from './order.ts';
import {
  assert,
  isCount,
  marketClosed,
  ownersMax,
  refusalReasons,
  restNone,
  restRests,
  rests,
} from './rules.ts';

const states: readonly MarketState[] = ['enabled', 'hidden', 'locked', 'disabled'];

const nobody: readonly Match[] = Object.freeze([]);
const missing: Outcome = Object.freeze({ kind: 'missing' });
/** A refusal carries nothing of its order, so each is made once. */
const refusals = refusalReasons.map((reason) =>
  reason === undefined ? undefined : Object.freeze({ kind: 'refused' as const, reason }),
);

/** The market that a snapshot was taken of. Its orders may come in any sequence: their numbers say who came first. Throws when they cross. */
export function restoreMarket({ rules, state, bids, asks }: MarketSnapshot): MatchingMarket {
  const book = new books.Book(rules, state);
  const orders = [...bids, ...asks].toSorted((one, other) => one.number - other.number);
  for (const { number, owner, side, price, left } of orders) {
    assert(isCount(number) && isCount(price) && isCount(left), `order ${number} of a snapshot is whole`);
    assert(isOwner(owner), `order ${number} of a snapshot has an owner`);
    book.restore(number, owner, sideOf(side), price, left);
  }
  return marketOf(book, rules, state);
}

function marketOf(book: books.Book, firstRules: MarketRules, firstState: MarketState): MatchingMarket {
  let rules = firstRules;
  let state = firstState;
  const snapshot = (): MarketSnapshot => ({
    rules,
    state,
    bids: standing(book, 'buy'),
    asks: standing(book, 'sell'),
  });
  return {
    apply: (command) =>
      command.kind === 'place' ? place(book, command) : cancel(book, command, state === 'disabled'),
    estimate: (order) => estimate(book, order),
    mark: () => book.mark(),
    undo: () => book.undo(),
    best: (side) => priceOf(book, ladderOf(book, side).best),
    amountAt: (side, price) => amountAt(book, side, price),
    levels: (side, max) => levelsOf(book, side, max),
    find: (number) => openOrderAt(book, book.lines.orders.find(number)),
    ordersOf: (owner) => book.lines.orders.numbersOf(owner),
    state: () => state,
    change(change) {
      const next = { rules, state, ...change };
      book.change(next.rules, next.state);
      ({ rules, state } = next);
    },
    snapshot,
    hash: () => hashOf(snapshot()),
  };
}

function place(book: books.Book, order: Place): Outcome {
  assert(isCount(order.number), 'the number of an order is a count');
  checkOrder(order);
  const {
    number,
    owner,
    side,
    timeInForce,
    price = 0 as Price,
    amount = 0 as Amount,
    total = 0 as Total,
    index = 0 as Price,
  } = order;
  const reason = book.place(number, owner, sideOf(side), forceOf(timeInForce), price, amount, total, index);
  const refusal = refusals[reason];
  if (refusal !== undefined) return refusal;
  const { filled, filledTotal, open, rest } = book;
  assert(
    amount === 0 || filled + open <= amount,
    'an order is filled and stands for no more than its amount',
  );
  assert(total === 0 || filledTotal <= total, 'an order spends no more than its total');
  assert(open > 0 === (rest === restRests), 'what rests stands in the book');
  return { kind: 'placed', matches: matchesOf(book), filled, filledTotal, rest: rests[rest] ?? 'none', open };
}

function cancel(book: books.Book, { number }: Cancel, isDisabled: boolean): Outcome {
  if (isDisabled) return refusals[marketClosed] ?? missing;
  const slot = book.cancel(number);
  if (slot === 0) return missing;
  const { floats, ints } = book.lines.orders;
  const level = ints[slot * 2 + levelAt] ?? 0;
  assert((floats[slot + leftAt] ?? 0) < 0, 'what is cancelled had something left');
  return {
    kind: 'cancelled',
    owner: ints[slot * 2 + ownerAt] ?? 0,
    side: book.lines.levels.ints[level * 2 + sideAt] === books.buy ? 'buy' : 'sell',
    price: priceIn(book, level),
    left: -(floats[slot + leftAt] ?? 0) as Amount,
  };
}

function estimate(
  book: books.Book,
  order: Omit<Place, 'kind' | 'number'>,
): Estimate | { readonly kind: 'refused'; readonly reason: Reason } {
  checkOrder(order);
  const {
    owner,
    side,
    timeInForce,
    price = 0 as Price,
    amount = 0 as Amount,
    total = 0 as Total,
    index = 0 as Price,
  } = order;
  const reason = book.look(owner, sideOf(side), forceOf(timeInForce), price, amount, total, index);
  const refusal = refusals[reason];
  if (refusal !== undefined) return refusal;
  const { filled, filledTotal, worst, rest } = book;
  assert((filled === 0) === (worst === 0), 'what would be filled has a worst price');
  assert(total === 0 || filledTotal <= total, 'an order would spend no more than its total');
  return {
    filled,
    filledTotal,
    best: filled === 0 ? undefined : priceOf(book, book.opposite(sideOf(side)).best),
    worst: filled === 0 ? undefined : worst,
    isWhole: rest === restNone,
  };
}

/** What arrives here was read and checked before; anything else is our mistake. */
function checkOrder({ owner, price, amount, total, index }: Omit<Place, 'kind' | 'number'>): void {
  assert(isOwner(owner), 'the owner of an order is a small number');
  assert(price === undefined || isCount(price), 'the price of an order is a count');
  assert(isCount(amount ?? total ?? 0), 'an order is of an amount or a total');
  assert(amount === undefined || total === undefined, 'an order is not of both an amount and a total');
  assert(total === undefined || price === undefined, 'only a market order is of a total');
  assert(index === undefined || isCount(index), 'the index is a count');
}

function isOwner(owner: number): boolean {
  return Number.isInteger(owner) && owner >= 0 && owner < ownersMax;
}

function sideOf(side: Side): number {
  return side === 'buy' ? books.buy : books.sell;
}

function forceOf(force: TimeInForce): number {
  if (force === 'gtc') return books.gtc;
  if (force === 'ioc') return books.ioc;
  return force === 'fok' ? books.fok : books.postOnly;
}

function matchesOf({ lines }: books.Book): readonly Match[] {
  if (lines.matchCount === 0) return nobody;
  const found: Match[] = [];
  for (let at = 0; at < lines.matchCount * matchSize; at += matchSize) {
    found.push({
      maker: lines.matches[at] ?? 0,
      makerOwner: lines.matches[at + 1] ?? 0,
      price: (lines.matches[at + 2] ?? 0) as Price,
      amount: (lines.matches[at + 3] ?? 0) as Amount,
      makerLeft: (lines.matches[at + 4] ?? 0) as Amount,
    });
  }
  return found;
}

function ladderOf(book: books.Book, side: Side): Ladder {
  return side === 'buy' ? book.lines.levels.bids : book.lines.levels.asks;
}

/** What the arrays of the book hold has its meaning from the place where it stands. */
function priceIn({ lines }: books.Book, level: number): Price {
  return (lines.levels.floats[level + priceAt] ?? 0) as Price;
}

function priceOf(book: books.Book, level: number): Price | undefined {
  return level === 0 ? undefined : priceIn(book, level);
}

function amountIn({ lines }: books.Book, level: number): Amount {
  return (lines.levels.floats[level + totalAt] ?? 0) as Amount;
}

function amountAt(book: books.Book, side: Side, price: Price): Amount {
  const { lines } = book;
  const level = lines.levels.find(price);
  const isThere = level !== 0 && lines.levels.ints[level * 2 + sideAt] === sideOf(side);
  return isThere ? amountIn(book, level) : (0 as Amount);
}

/** From the best on. */
function levelsFrom({ levels, count }: Ladder, max = Infinity): number[] {
  const found: number[] = [];
  for (let at = count - 1; at >= 0 && found.length < max; at -= 1) found.push(levels[at] ?? 0);
  return found;
}

function levelsOf(book: books.Book, side: Side, max: number): [Price, Amount][] {
  return levelsFrom(ladderOf(book, side), max).map((level) => [priceIn(book, level), amountIn(book, level)]);
}

function openOrderAt(book: books.Book, slot: number): OpenOrder | undefined {
  if (slot === 0) return undefined;
  const { orders, levels } = book.lines;
  const level = orders.ints[slot * 2 + levelAt] ?? 0;
  return {
    number: orders.floats[slot + numberAt] ?? 0,
    owner: orders.ints[slot * 2 + ownerAt] ?? 0,
    side: levels.ints[level * 2 + sideAt] === books.buy ? 'buy' : 'sell',
    price: priceIn(book, level),
    left: (orders.floats[slot + leftAt] ?? 0) as Amount,
  };
}

function standing(book: books.Book, side: Side): OpenOrder[] {
  const found: OpenOrder[] = [];
  const { orders, levels } = book.lines;
  for (const level of levelsFrom(ladderOf(book, side))) {
    let total = 0;
    let slot = levels.ints[level * 2 + headAt] ?? 0;
    for (; slot !== 0; slot = orders.ints[slot * 2 + nextAt] ?? 0) {
      const order = openOrderAt(book, slot);
      assert(order !== undefined && order.left > 0, 'who stands in a line has something left');
      total += order.left;
      found.push(order);
    }
    assert(total === amountIn(book, level), 'the total of a price is the sum of its orders');
  }
  return found;
}

/** The same for the same rules, state and orders. */
function hashOf({ rules, state, bids, asks }: MarketSnapshot): string {
  const print = new Fingerprint();
  const { tick, lot, totalMin, totalMax, bandPpm, givePpm, slippagePpm, openOrdersMax } = rules;
  for (const value of [tick, lot, totalMin, totalMax, bandPpm, givePpm, slippagePpm, openOrdersMax])
    print.add(value);
  print.add(states.indexOf(state));
  for (const orders of [bids, asks]) {
    print.add(orders.length);
    for (const { number, owner, price, left } of orders)
      for (const value of [number, owner, price, left]) print.add(value);
  }
  return print.toText();
}
