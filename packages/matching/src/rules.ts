/** What a market demands of orders, and the whole-number arithmetic it needs for that. */
import type { Price } from '@marigold/money/steps';

import type { MarketRules, Reason, Rest } from './order.ts';

/** The book speaks in small numbers; these are their words. 0 in the place of a reason: not refused. */
export const refusalReasons = [
  undefined,
  'market_closed',
  'price_too_fine',
  'amount_too_fine',
  'total_below_minimum',
  'total_above_maximum',
  'price_outside_band',
  'index_stale',
  'no_liquidity',
  'book_outside_band',
  'open_orders_full',
  'would_not_fill',
  'would_take',
  'self_trade',
] as const satisfies readonly (Reason | undefined)[];

export const marketClosed = 1;
export const priceTooFine = 2;
export const amountTooFine = 3;
export const totalBelowMinimum = 4;
export const totalAboveMaximum = 5;
export const priceOutsideBand = 6;
export const indexStale = 7;
export const noLiquidity = 8;
export const bookOutsideBand = 9;
export const openOrdersFull = 10;
export const wouldNotFill = 11;
export const wouldTake = 12;
export const selfTrade = 13;

export const rests = [
  'none',
  'rests',
  'remainder',
  'slippage',
  'self_trade',
] as const satisfies readonly Rest[];

export const restNone = 0;
export const restRests = 1;
export const restRemainder = 2;
export const restSlippage = 3;
export const restSelfTrade = 4;

/** States what must be true. A false condition is our mistake, never the user's. */
export function assert(condition: boolean, fact: string): asserts condition {
  if (!condition) throw new Error(`Broken: ${fact}`);
}

/** A count of steps: whole, above zero and small enough to be exact. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** Owners are numbered from zero by whoever runs the market; each costs four bytes. */
export const ownersMax = 2 ** 24;

/** A millionth part is the finest share that rules speak of. */
const wholePpm = 1_000_000;

/** Throws unless rules make sense together. */
export function checkRules(rules: MarketRules): void {
  const { tick, lot, totalMin, totalMax, bandPpm, givePpm, slippagePpm, openOrdersMax } = rules;
  for (const [name, value] of Object.entries({ tick, lot, totalMin, totalMax, openOrdersMax })) {
    assert(isCount(value), `${name} of a market is a count, not ${value}`);
  }
  assert(totalMin <= totalMax, 'the smallest total of a market is not above the largest');
  for (const [name, value] of Object.entries({ bandPpm, givePpm, slippagePpm })) {
    assert(isCount(value) && value <= wholePpm, `${name} of a market is a share, not ${value}`);
  }
}

/** So many millionths of a price, rounded down; exact for every price, as no product on the way is above 2^53. */
export function shareFloor(price: Price, ppm: number): number {
  const millions = Math.floor(price / wholePpm);
  return millions * ppm + Math.floor(((price - millions * wholePpm) * ppm) / wholePpm);
}

/** Of a whole number. Without a remainder of division, which is slow for numbers this large. */
export function isMultiple(value: number, step: number): boolean {
  return step === 1 || Math.floor(value / step) * step === value;
}
