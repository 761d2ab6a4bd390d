/** What must not compile: prices, amounts, totals and the assets of a market do not stand in for each other. Checked by the type step. */
import { minus, plus } from '@marigold/money/brand';
import { addSteps, type Amount, type Price, toAmount, toPrice, toTotal, costAt } from '@marigold/money/steps';

import type { UnitTerms } from './order.ts';
import { baseOf, quoteAt, quoteOf } from './worth.ts';

const [price, amount, total] = [toPrice(65_000), toAmount(2), toTotal(130_000)];
const terms: UnitTerms = { baseUnits: 1000n, quoteUnits: 10n };
const [base, quote] = [baseOf(amount, terms), quoteAt(price, amount, terms)];

export const two: Amount = addSteps(amount, amount);
export const cost = plus(quote, quoteOf(total, terms));

// @ts-expect-error An amount and a total do not add up to anything.
addSteps(amount, total);

// @ts-expect-error Nor do prices: whoever adds two of them means something else.
addSteps(price, price);

// @ts-expect-error What comes of arithmetic is neither a price nor an amount until somebody says which.
export const sum: Price = price + amount;

// @ts-expect-error A bare number is no price.
export const bare: Price = 65_000;

// @ts-expect-error The price and the amount of a total have their places.
costAt(amount, price);

// @ts-expect-error A total is in the asset that is paid with.
baseOf(total, terms);

// @ts-expect-error An amount is in the asset that is traded.
quoteOf(amount, terms);

// @ts-expect-error Units of one asset do not add to units of the other.
plus(base, quote);

// @ts-expect-error Nor is one taken from the other.
minus(quote, base);
