/** What must be true of a clearing between two commands, and what tells two states apart. */
import { createHash } from 'node:crypto';

import type {
  MatchingMarket,
  MarketRules,
  MarketState,
  OpenOrder,
  MarketSnapshot,
} from '@marigold/matching/order';
import { assert } from '@marigold/money/assert';
import { amountLeft } from '@marigold/money/steps';

import type { ClearingOrder, UnitTerms } from './order.ts';
import { baseOf, quoteAt } from './worth.ts';

/** The book that these open orders make; their numbers say who came first. */
export function snapshotOf(
  rules: MarketRules,
  state: MarketState,
  orders: readonly ClearingOrder[],
): MarketSnapshot {
  const standing = orders.map(standingOf);
  return {
    rules,
    state,
    bids: standing.filter(({ side }) => side === 'buy'),
    asks: standing.filter(({ side }) => side === 'sell'),
  };
}

function standingOf({ number, owner, side, type, price, amount, filled, status }: ClearingOrder): OpenOrder {
  assert(type === 'limit' && price !== undefined && amount !== undefined, 'only limit orders rest');
  assert(status === 'wait' && filled < amount, 'what rests has something left');
  return { number, owner, side, price, left: amountLeft(amount, filled) };
}

/** Throws where records and book differ, the book is crossed, or somebody stands before who came first. */
export function checkClearing(
  market: MatchingMarket,
  open: ReadonlyMap<number, ClearingOrder>,
  terms: UnitTerms,
): void {
  const { bids, asks } = market.snapshot();
  assert(bids.length + asks.length === open.size, 'every open order stands in the book once');
  for (const side of [bids, asks]) {
    let before: OpenOrder | undefined;
    for (const order of side) {
      const problem = problemOf(order, open.get(order.number), terms) ?? turnProblem(order, before);
      if (problem !== undefined) assert(false, `order ${order.number} ${problem}`);
      before = order;
    }
  }
  const [bid, ask] = [bids[0], asks[0]];
  assert(
    market.best('buy') === bid?.price && market.best('sell') === ask?.price,
    'the best prices are first',
  );
  assert(bid === undefined || ask === undefined || bid.price < ask.price, 'the book is not crossed');
}

function problemOf(
  { owner, side, price, left }: OpenOrder,
  order: ClearingOrder | undefined,
  terms: UnitTerms,
): string | undefined {
  if (order === undefined || order.status !== 'wait') return 'stands in the book without a record';
  if (order.owner !== owner || order.side !== side || order.price !== price)
    return 'stands otherwise than it came';
  if (order.amount === undefined || order.amount - order.filled !== left) return 'has something else left';
  const held = side === 'buy' ? quoteAt(price, left, terms) : baseOf(left, terms);
  return left > 0 && order.heldUnits === held ? undefined : 'has set aside something else than is left';
}

function turnProblem(order: OpenOrder, before: OpenOrder | undefined): string | undefined {
  if (before === undefined) return undefined;
  const isWorse = order.side === 'buy' ? order.price < before.price : order.price > before.price;
  if (isWorse || (order.price === before.price && order.number > before.number)) return undefined;
  return `stands behind ${before.number}, which came later`;
}

export function stateHash(market: MatchingMarket, open: ReadonlyMap<number, ClearingOrder>): string {
  const records = [...open.values()].toSorted((one, other) => one.number - other.number);
  return createHash('sha256')
    .update(market.hash())
    .update(JSON.stringify(records.map(fieldsOf)))
    .digest('hex');
}

/** In one order, whatever order an object was written in. */
function fieldsOf(order: ClearingOrder): readonly (string | number | null)[] {
  return [
    order.number,
    order.owner,
    order.side,
    order.type,
    order.timeInForce,
    order.price ?? null,
    order.amount ?? null,
    order.makerPpm,
    order.takerPpm,
    order.filled,
    order.filledTotal,
    String(order.feeUnits),
    String(order.heldUnits),
  ];
}
