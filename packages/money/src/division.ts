/**
 * The one place with decimal.js: division of decimal strings with 60 significant digits (spec 9), 8 decimals out.
 * The quotient is first cut, because two roundings to nearest can differ from one. Digits that lie beyond the 60th are zeros.
 */
import { Decimal } from 'decimal.js';

import { assert } from './assert.ts';

/** Spec 5: decimal division by zero is rejected. */
export class DivisionByZero extends Error {
  override readonly name = 'DivisionByZero';
}

/** Spec 9: exact decimals, default 8 decimal places. */
export const decimalsDefault = 8;

const significantDigits = 60;
const operandLengthMax = 100;
const operandSyntax = /^-?[0-9]+(?:\.[0-9]+)?$/;

const Cut = Decimal.clone({ precision: significantDigits, rounding: Decimal.ROUND_DOWN });

/** Dividend / divisor to the nearest, a half away from zero. Throws DivisionByZero. */
export function divideHalfUp(dividend: string, divisor: string, decimals = decimalsDefault): string {
  assert(isOperand(dividend) && isOperand(divisor), 'both sides of a division are decimal strings');
  assert(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= significantDigits,
    'decimals are from 0 to 60',
  );
  const by = new Cut(divisor);
  if (by.isZero()) throw new DivisionByZero(`${dividend.slice(0, 60)} cannot be divided by zero`);
  return new Cut(dividend).div(by).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP).toFixed(decimals);
}

function isOperand(text: string): boolean {
  return text.length <= operandLengthMax && operandSyntax.test(text);
}
