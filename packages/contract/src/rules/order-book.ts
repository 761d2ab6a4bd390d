import { formatUnits, scaleMax } from '@marigold/money/amount';
/** Spec 9: order-book grouping merges entries by truncating the price string to a number of decimals. */
import { assert } from '@marigold/money/assert';
import { digitsAt, getDecimal, matchDecimal } from '@marigold/money/decimal';

/** One line of the book: price and amount as decimal strings (spec 3). */
export type BookEntry = readonly [price: string, amount: string];

/**
 * Groups entries of one side at a depth of 0 or more decimals; amounts are added exactly. The order of first
 * appearance is kept, so a sorted side stays sorted. Prices are padded to the same decimals: "7" and "7.0" are one.
 */
export function groupEntries(entries: readonly BookEntry[], decimals: number): BookEntry[] {
  assert(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= scaleMax,
    'a depth is from 0 to 18 decimals',
  );
  const amounts = new Map<string, string>();
  for (const [price, amount] of entries) {
    const level = truncate(price, decimals);
    const sum = amounts.get(level);
    amounts.set(level, sum === undefined ? amount : sumOf(sum, amount));
  }
  return [...amounts];
}

function truncate(price: string, decimals: number): string {
  const match = matchDecimal(price);
  assert(match !== undefined && match.sign === '', 'a price is an unsigned decimal string');
  if (decimals === 0) return match.integer;
  return `${match.integer}.${match.decimals.slice(0, decimals).padEnd(decimals, '0')}`;
}

function sumOf(left: string, right: string): string {
  const first = getDecimal(left);
  const second = getDecimal(right);
  const scale = Math.max(first.scale, second.scale);
  return formatUnits(digitsAt(first, scale) + digitsAt(second, scale), scale);
}
