import { assert } from '@marigold/money/assert';

import type { ClearingFill, ClearingOrder, TradePosting, TradeAccount, UnitTerms } from './order.ts';
import { baseOf, quoteAt } from './worth.ts';

type Asset = TradePosting['asset'];

/**
 * What a taker's fills and its rest do. Each side pays its fee from what it receives: the maker's part goes to the house
 * straight from the taker, the taker's own after everything has arrived. So no account is ever short on the way: what is
 * given was there before, and nobody gives what he still has to receive except the taker's fee, which comes last.
 */
export function postingsOf(
  order: ClearingOrder,
  fills: readonly ClearingFill[],
  terms: UnitTerms,
): TradePosting[] {
  const isBuy = order.side === 'buy';
  const [given, received]: readonly [Asset, Asset] = isBuy ? ['quote', 'base'] : ['base', 'quote'];
  const taker: TradeAccount = { kind: 'available', owner: order.owner };
  const house: TradeAccount = { kind: 'fee' };
  const orderAccount: TradeAccount = { kind: 'order', owner: order.owner };
  if (fills.length === 0)
    return order.heldUnits === 0n
      ? []
      : [{ from: taker, to: orderAccount, asset: given, units: order.heldUnits }];
  const [paid, brought] = [createSums(), createSums()];
  let [makerFees, takerFees] = [0n, 0n];
  let [grossPaid, grossBrought] = [0n, 0n];
  for (const { makerOwner, price, amount, makerFee, takerFee } of fills) {
    const base = baseOf(amount, terms);
    const quote = quoteAt(price, amount, terms);
    paid.add(makerOwner, (isBuy ? quote : base) - makerFee);
    brought.add(makerOwner, isBuy ? base : quote);
    grossPaid += isBuy ? quote : base;
    grossBrought += isBuy ? base : quote;
    makerFees += makerFee;
    takerFees += takerFee;
  }
  assert(paid.total() + makerFees === grossPaid, 'makers and the house get what the fills cost, and no more');
  assert(brought.total() === grossBrought && takerFees <= grossBrought, 'a fee is a part of what comes in');
  const postings: TradePosting[] = [];
  const move = (from: TradeAccount, to: TradeAccount, asset: Asset, units: bigint): void => {
    assert(units >= 0n, 'no leg of an order is below zero');
    if (units !== 0n) postings.push({ from, to, asset, units });
  };
  for (const [owner, units] of paid.byOwner) move(taker, { kind: 'available', owner }, given, units);
  for (const [owner, units] of brought.byOwner) move({ kind: 'order', owner }, taker, received, units);
  move(taker, house, given, makerFees);
  move(taker, house, received, takerFees);
  move(taker, orderAccount, given, order.heldUnits);
  return postings;
}

/** What comes together for each of the owners that were met. */
function createSums() {
  const byOwner = new Map<number, bigint>();
  return {
    byOwner,
    total: (): bigint => [...byOwner.values()].reduce((sum, units) => sum + units, 0n),
    add: (owner: number, units: bigint): void => void byOwner.set(owner, (byOwner.get(owner) ?? 0n) + units),
  };
}
