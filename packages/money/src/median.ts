/** The middle of several prices, and how far one lies from it: on bigint, like every other rate. */
import { scaleMax, writeDecimal } from './amount.ts';
import { assert } from './assert.ts';
import { type Decimal, digitsAt, getDecimal } from './decimal.ts';

/**
 * The median of decimal strings: half of them are not above it and half not below. Between the two middle ones of an
 * even number it is their mean, to the nearest 18th decimal. Written without needless zeros.
 */
export function medianHalfUp(values: readonly string[]): string {
  assert(values.length > 0, 'a median has values');
  const sorted = values
    .map((value) => digitsAt(getDecimal(value), scaleMax))
    .toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  const sum = lower + upper;
  const half = sum < 0n ? -((1n - sum) / 2n) : (sum + 1n) / 2n;
  return writeDecimal({ digits: half, scale: scaleMax });
}

/** True when `value` lies farther than so many percent of `middle` from it. The middle is above zero. */
export function isApart(value: string, middle: string, percent: string): boolean {
  const [left, right, share] = [getDecimal(value), getDecimal(middle), getDecimal(percent)];
  assert(right.digits > 0n, 'the middle is above zero');
  const distance = distanceOf(left, right);
  const scale = Math.max(left.scale, right.scale);
  return distance * 100n * 10n ** BigInt(share.scale) > share.digits * digitsAt(right, scale);
}

function distanceOf(left: Decimal, right: Decimal): bigint {
  const scale = Math.max(left.scale, right.scale);
  const difference = digitsAt(left, scale) - digitsAt(right, scale);
  return difference < 0n ? -difference : difference;
}
