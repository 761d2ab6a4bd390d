/** What speaks against an order beside the book itself: what it gives away, and what is held back. Changes nothing. */
import { Refusal } from '@marigold/contract/endpoint';
import { noAmount, noPrice, type Price, costAt } from '@marigold/money/steps';
import { baseOf, quoteOf } from '@marigold/trading/worth';

import { sayUnits } from '../../asset/asset.ts';
import { mustStay } from '../../spending/lock.ts';
import type { OrderRequest } from '../port.ts';
import type { OrderNo } from '../refusals.ts';
import { availableKey } from './book.ts';
import { lossText } from './loss-limit.ts';
import { givenNow, lossOf, mostGiven } from './loss.ts';
import type { MarketAsset, BatchRun } from './run.ts';

/** Refuses an order with which those of the last day would give away more than is allowed (docs/decisions/0044). */
export function givesTooMuch(
  { book, facts, changes }: BatchRun,
  request: OrderRequest,
  index: Price | undefined,
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

/** Units of what an order gives that a lock or a debt keeps where they are, after the orders of the batch before it. */
export function unitsThatStay(
  { book: { market }, facts }: BatchRun,
  owner: number,
  given: MarketAsset,
): bigint {
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
export function heldBackRefusal(
  { book: { market, people }, facts }: BatchRun,
  { userId, side, price, amount, total }: OrderRequest,
  { available, staying }: { readonly available: bigint; readonly staying: bigint },
): OrderNo {
  const steps = total ?? costAt(price ?? noPrice, amount ?? noAmount);
  const needed = side === 'buy' ? quoteOf(steps, market.terms) : baseOf(amount ?? noAmount, market.terms);
  if (needed > available) return new Refusal('insufficient_balance');
  const [currency, scale] =
    side === 'buy' ? [market.quote, market.quoteScale] : [market.base, market.baseScale];
  const isOwed = facts.heldBack.get(people.numberOf(userId))?.isOwed === true;
  // A market does not know how many decimals its assets show at least.
  const details = { locked: sayUnits({ scale, decimals: 0 }, staying), currency };
  return new Refusal(isOwed ? 'funds_owed' : 'funds_locked', details, 'amount');
}
