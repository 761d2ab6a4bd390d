import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedProperties } from '../testing/property-seed.ts';
import { formatUnits } from './amount.ts';
import { digitsAt, getDecimal } from './decimal.ts';
import { isApart, medianHalfUp } from './median.ts';

seedProperties();

/** Positive prices of at most 18 decimals. */
const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => formatUnits(units, scale))
  .filter((text) => text.split('.')[0] !== undefined && (text.split('.')[0] ?? '').length <= 20);
const prices = fc.array(price, { minLength: 1, maxLength: 9 });
const digits = (text: string) => digitsAt(getDecimal(text), 18);

describe('the median of prices', () => {
  it('has as many not above it as not below it, and lies between the least and the greatest', () => {
    fc.assert(
      fc.property(prices, (values) => {
        const middle = digits(medianHalfUp(values));
        const all = values.map(digits);
        const notAbove = all.filter((one) => one <= middle).length;
        // A mean that was rounded up may pass the upper one of two neighbours, never by more than the last digit.
        const notBelow = all.filter((one) => one >= middle - 1n).length;
        expect(notAbove * 2).toBeGreaterThanOrEqual(all.length);
        expect(notBelow * 2).toBeGreaterThanOrEqual(all.length);
      }),
    );
  });

  it('does not depend on who speaks first', () => {
    fc.assert(
      fc.property(prices, fc.infiniteStream(fc.nat()), (values, numbers) => {
        const keys = new Map(values.map((value, index) => [index, numbers.next().value]));
        const shuffled = values
          .map((value, index) => ({ value, key: keys.get(index) ?? 0 }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ value }) => value);
        expect(medianHalfUp(shuffled)).toBe(medianHalfUp(values));
      }),
    );
  });

  it('stays among the honest ones whatever fewer liars than honest ones say', () => {
    fc.assert(
      fc.property(prices, fc.array(price, { maxLength: 8 }), (honest, lies) => {
        const few = lies.slice(0, honest.length - 1);
        const middle = digits(medianHalfUp([...honest, ...few]));
        const sorted = honest.map(digits).toSorted((left, right) => (left < right ? -1 : 1));
        expect(middle).toBeGreaterThanOrEqual(sorted[0] ?? 0n);
        expect(middle).toBeLessThanOrEqual(sorted.at(-1) ?? 0n);
      }),
    );
  });

  it('is the one price there is', () => {
    expect(medianHalfUp(['67412.180000'])).toBe('67412.18');
    expect(medianHalfUp(['1', '2'])).toBe('1.5');
    expect(medianHalfUp(['0.000000000000000001', '0.000000000000000002'])).toBe('0.000000000000000002');
    expect(medianHalfUp(['100', '101', '200'])).toBe('101');
  });
});

describe('a price that is apart', () => {
  it.each([
    ['102', '100', '2', false],
    ['102.000000000000000001', '100', '2', true],
    ['98', '100', '2', false],
    ['97.99', '100', '2', true],
    ['100.51', '100', '0.5', true],
    ['100.5', '100', '0.5', false],
  ])('%s from %s at %s %%: %s', (value, middle, percent, apart) => {
    expect(isApart(value, middle, percent)).toBe(apart);
  });
});
