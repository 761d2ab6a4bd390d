/**
 * What a market counts: whole steps, which the compiler tells apart. A price and an amount are both plain numbers to the
 * machine; one in the place of the other would be an order nobody gave.
 */
import { assert } from './assert.ts';
import type { Brand } from './brand.ts';

/** Counts the smallest price step of a pair. */
export type Price = Brand<number, 'price steps'>;
/** Counts the smallest amount step of a pair. */
export type Amount = Brand<number, 'amount steps'>;
/** Prices times amounts, added up. */
export type Total = Brand<number, 'price steps times amount steps'>;

/** A number from outside as a price; zero where there is none. Throws what is not a whole number below 2^53. */
export function toPrice(steps: number): Price {
  assertSteps(steps);
  return steps as Price;
}

/** A number from outside as an amount. Throws what is not a whole number below 2^53. */
export function toAmount(steps: number): Amount {
  assertSteps(steps);
  return steps as Amount;
}

/** A number from outside as a total. Throws what is not a whole number below 2^53. */
export function toTotal(steps: number): Total {
  assertSteps(steps);
  return steps as Total;
}

/** What two of one kind come to together. */
export function addSteps<Steps extends Amount | Total>(left: Steps, right: NoInfer<Steps>): Steps {
  return (left + right) as Steps;
}

/** What of an amount was not filled. */
export function amountLeft(amount: Amount, filled: Amount): Amount {
  return (amount - filled) as Amount;
}

/** What so much costs at a price. */
export function costAt(price: Price, amount: Amount): Total {
  return (price * amount) as Total;
}

export const noPrice = 0 as Price;
export const noAmount = 0 as Amount;
export const noTotal = 0 as Total;

function assertSteps(steps: number): void {
  assert(Number.isSafeInteger(steps) && steps >= 0, `steps of a market are a whole number, not ${steps}`);
}
