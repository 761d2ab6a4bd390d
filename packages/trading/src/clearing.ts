import { restoreMarket } from '@marigold/matching/market';
import type { Estimate, MatchingMarket, Match, Outcome, Place } from '@marigold/matching/order';
import { assert } from '@marigold/money/assert';
import { feeCeil } from '@marigold/money/fee';
import { addSteps, type Amount, amountLeft, costAt } from '@marigold/money/steps';

import { checkClearing, stateHash, snapshotOf } from './clearing-state.ts';
import type {
  Cancelled,
  Clearing,
  ClearingFill,
  ClearingOptions,
  ClearingOrder,
  NewOrder,
  Placed,
  RefusedOrder,
  UnitTerms,
} from './order.ts';
import { postingsOf } from './postings.ts';
import { baseOf, quoteAt, quoteOf } from './worth.ts';

type PlacedOutcome = Extract<Outcome, { kind: 'placed' }>;

/**
 * A market with its money. It decides what an order costs, who pays whom and what is set aside; the caller brings the
 * balance and writes down what was decided. What rests has exactly its own price set aside, so a fill releases nothing.
 */
export function createClearing({ rules, state, terms, orders = [] }: ClearingOptions): Clearing {
  const market = restoreMarket(snapshotOf(rules, state, orders));
  const open = new Map(orders.map((order) => [order.number, order]));
  assert(open.size === orders.length, 'every open order has a number of its own');
  assert(terms.baseUnits > 0n && terms.quoteUnits > 0n, 'a step of a market is worth something');
  // What stood under a number before it was changed, since the mark.
  let changes: { readonly number: number; readonly before: ClearingOrder | undefined }[] | undefined;

  function write(number: number, after: ClearingOrder | undefined): void {
    changes?.push({ number, before: open.get(number) });
    if (after === undefined) open.delete(number);
    else open.set(number, after);
  }

  return {
    market,
    place(order, available) {
      assert(available >= 0n, 'nobody has less than nothing');
      const refused = whyNot(market, order, available, terms);
      if (refused !== undefined) return refused;
      const taken = market.apply(placeCommand(order));
      if (taken.kind === 'refused') return taken;
      assert(taken.kind === 'placed', 'an order is placed or refused');
      const before = taken.matches.map(({ maker }) => get(open, maker));
      const placed = settle(order, taken, before, terms);
      assert(placed.spent <= available, 'an order takes no more than there is');
      for (const maker of placed.makers) write(maker.number, maker.status === 'wait' ? maker : undefined);
      if (placed.order.status === 'wait') write(order.number, placed.order);
      return placed;
    },
    cancel(number, reason) {
      const outcome = market.apply({ kind: 'cancel', number });
      if (outcome.kind === 'missing' || outcome.kind === 'refused') return outcome;
      assert(outcome.kind === 'cancelled', 'a cancel takes an order off the book');
      const order = get(open, number);
      assert(order.owner === outcome.owner && order.status === 'wait', 'who cancels is who waits');
      assert(order.amount !== undefined, 'what rests has an amount');
      const amount = amountLeft(order.amount, order.filled);
      assert(amount === outcome.left, 'what leaves the book is what is left of its record');
      const left = heldUnits(order, amount, terms);
      assert(order.heldUnits === left && left > 0n, 'what was set aside is what is left');
      const cancelled = release(order, reason);
      write(number, undefined);
      return cancelled;
    },
    mark() {
      market.mark();
      changes = [];
    },
    undo() {
      assert(changes !== undefined, 'only what was marked can be undone');
      market.undo();
      for (const { number, before } of changes.toReversed()) {
        if (before === undefined) open.delete(number);
        else open.set(number, before);
      }
      changes = [];
    },
    find: (number) => open.get(number),
    ordersOf: market.ordersOf,
    orders: () => open.values(),
    check: () => checkClearing(market, open, terms),
    hash: () => stateHash(market, open),
  };
}

/** Why an order is refused before the book is asked: it may cost more than there is. What is wrong with it goes first. */
function whyNot(
  market: MatchingMarket,
  order: NewOrder,
  available: bigint,
  terms: UnitTerms,
): RefusedOrder | undefined {
  const most = mostOf(order, () => market.estimate(placeCommand(order)), terms);
  if (typeof most !== 'bigint') return most;
  if (most <= available) return undefined;
  const estimate = market.estimate(placeCommand(order));
  return 'kind' in estimate ? estimate : { kind: 'refused', reason: 'insufficient_balance' };
}

/**
 * What must be there, in units of what is given. A limit order must be covered at its own price, also where it would cost
 * less; a market order whose cost only the book knows costs what it would cost now.
 */
function mostOf(
  { side, price, amount, total }: NewOrder,
  estimate: () => Estimate | RefusedOrder,
  terms: UnitTerms,
): bigint | RefusedOrder {
  if (side === 'sell' && amount !== undefined) return baseOf(amount, terms);
  if (side === 'buy' && total !== undefined) return quoteOf(total, terms);
  if (price !== undefined && amount !== undefined) return quoteAt(price, amount, terms);
  const would = estimate();
  if ('kind' in would) return would;
  return side === 'buy' ? quoteOf(would.filledTotal, terms) : baseOf(would.filled, terms);
}

/** What the book is asked: it knows no fees. Written out, because it is made for every order there is. */
function placeCommand(order: NewOrder): Place {
  return {
    kind: 'place',
    number: order.number,
    owner: order.owner,
    side: order.side,
    timeInForce: order.timeInForce,
    price: order.price,
    amount: order.amount,
    total: order.total,
    index: order.index,
  };
}

/** What became of an order and of every maker it met, and which money moves for it. */
function settle(
  order: NewOrder,
  taken: PlacedOutcome,
  before: readonly ClearingOrder[],
  terms: UnitTerms,
): Placed {
  const fills = taken.matches.map((match, place) => fillOf(order, get(before, place), match, terms));
  const isOpen = taken.rest === 'rests';
  assert(isOpen === taken.open > 0, 'what rests has something open');
  assert(
    taken.filled === taken.matches.reduce((sum, { amount }) => sum + amount, 0) &&
      taken.filledTotal === taken.matches.reduce((sum, { price, amount }) => sum + price * amount, 0),
    'an order is filled by its matches',
  );
  const after: ClearingOrder = {
    number: order.number,
    owner: order.owner,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    price: order.price,
    amount: order.amount,
    total: order.total,
    makerPpm: order.makerPpm,
    takerPpm: order.takerPpm,
    filled: taken.filled,
    filledTotal: taken.filledTotal,
    feeUnits: fills.reduce((sum, { takerFee }) => sum + takerFee, 0n),
    heldUnits: isOpen ? heldUnits(order, taken.open, terms) : 0n,
    status: isOpen ? 'wait' : taken.rest === 'none' ? 'done' : 'cancel',
    reason: taken.rest === 'none' || taken.rest === 'rests' ? undefined : taken.rest,
  };
  const paid = order.side === 'buy' ? quoteOf(taken.filledTotal, terms) : baseOf(taken.filled, terms);
  return {
    kind: 'placed',
    order: after,
    makers: taken.matches.map((match, place) =>
      afterMatch(get(before, place), match, get(fills, place).makerFee, terms),
    ),
    fills,
    postings: postingsOf(after, fills, terms),
    spent: paid + after.heldUnits,
  };
}

/** Each side pays its own frozen rate on what it receives, rounded up. */
function fillOf(
  taker: NewOrder,
  maker: ClearingOrder,
  { price, amount }: Match,
  terms: UnitTerms,
): ClearingFill {
  const base = baseOf(amount, terms);
  const quote = quoteAt(price, amount, terms);
  const isBuy = taker.side === 'buy';
  assert(maker.side !== taker.side, 'a fill has two sides');
  assert(maker.owner !== taker.owner, 'nobody trades with himself');
  assert(maker.number < taker.number, 'who stands in the book came first');
  assert(maker.price === price, 'who stands in the book trades at his own price');
  return {
    maker: maker.number,
    taker: taker.number,
    makerOwner: maker.owner,
    price,
    amount,
    makerFee: feeCeil(isBuy ? quote : base, maker.makerPpm),
    takerFee: feeCeil(isBuy ? base : quote, taker.takerPpm),
  };
}

/** A maker after one match. */
function afterMatch(
  maker: ClearingOrder,
  { price, amount, makerLeft }: Match,
  fee: bigint,
  terms: UnitTerms,
): ClearingOrder {
  // In words only where it is untrue: it is asked for every match.
  if (maker.amount !== maker.filled + amount + makerLeft)
    assert(false, `order ${maker.number} has something else left`);
  return {
    ...maker,
    filled: addSteps(maker.filled, amount),
    filledTotal: addSteps(maker.filledTotal, costAt(price, amount)),
    feeUnits: maker.feeUnits + fee,
    heldUnits: heldUnits(maker, makerLeft, terms),
    status: makerLeft === 0 ? 'done' : 'wait',
  };
}

/** Everything that is still set aside goes back. */
function release(order: ClearingOrder, reason: 'user' | 'operator'): Cancelled {
  const { owner, side, heldUnits: released } = order;
  const asset = side === 'buy' ? 'quote' : 'base';
  return {
    kind: 'cancelled',
    order: { ...order, heldUnits: 0n, status: 'cancel', reason },
    postings: [{ from: { kind: 'order', owner }, to: { kind: 'available', owner }, asset, units: released }],
    released,
  };
}

/** What is set aside for so much of an order in the book, in units of what it gives. */
function heldUnits({ side, price }: NewOrder | ClearingOrder, left: Amount, terms: UnitTerms): bigint {
  if (side === 'sell') return baseOf(left, terms);
  assert(price !== undefined, 'what rests has a price');
  return quoteAt(price, left, terms);
}

function get<Item>(items: ReadonlyMap<number, Item> | readonly Item[], at: number): Item {
  const item = 'get' in items ? items.get(at) : items[at];
  assert(item !== undefined, 'every order of the book has its record');
  return item;
}
