/** Views of a book: snapshots and updates for its followers, and estimates of what an order would get. */
import type { Side } from '@marigold/contract/calls/market';
import type { Reason } from '@marigold/matching/order';
import type { Price } from '@marigold/money/steps';

import type { FeedSnapshot, FeedUpdate } from '../../market/feed/feed.ts';
import type { BatchChanges } from '../decide/batch-changes.ts';
import type { MarketBook } from '../decide/book.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import { refusalOf } from '../refusals.ts';

/** What an order would get now, or why it would be refused. `index` is the price it would be held against. */
export function estimateOf(
  book: MarketBook,
  order: EstimateRequest,
  index: Price | undefined,
): Estimated | EstimateNo {
  const { clearing, people, market } = book;
  const { side, timeInForce, price, amount, total } = order;
  const owner = people.numberOf(order.userId);
  const look = { owner, side, timeInForce, price, amount, total, index };
  const estimate = clearing.market.estimate(look);
  if (!('kind' in estimate)) return estimate;
  if (!isOfOrder(estimate.reason)) return refusalOf(estimate.reason, { market, order, index }) as EstimateNo;
  // The order would be refused; what the book would give for it is an answer all the same.
  const taken = clearing.market.estimate({ ...look, timeInForce: 'ioc' });
  if (!('kind' in taken)) return taken;
  return { filled: 0, filledTotal: 0, best: undefined, worst: undefined, isWhole: false };
}

/** What is no fault of the order but of the way in which it wants to meet the book. */
function isOfOrder(reason: Reason): boolean {
  return ['open_orders_full', 'would_not_fill', 'would_take', 'self_trade'].includes(reason);
}

/** The whole book, price by price. */
export function feedSnapshotOf({ market, clearing }: MarketBook): FeedSnapshot {
  const all = Number.MAX_SAFE_INTEGER;
  return {
    symbol: market.symbol,
    state: market.state,
    bids: clearing.market.levels('buy', all),
    asks: clearing.market.levels('sell', all),
  };
}

/** What a committed batch changed: the prices it touched as they are now, and its trades. */
export function updateOf(
  { market, clearing }: MarketBook,
  { levels, trades, now }: BatchChanges,
): FeedUpdate {
  const changed = (side: Side) =>
    [...levels[side]].map((price) => [price, clearing.market.amountAt(side, price)] as const);
  return {
    symbol: market.symbol,
    state: market.state,
    bids: changed('buy'),
    asks: changed('sell'),
    trades: trades.map(({ number, price, amount, takerSide }) => ({
      number,
      price,
      amount,
      takerSide,
      time: now,
    })),
  };
}
