import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedProperties } from '../testing/property-seed.ts';
import {
  formatUnits,
  formatUnitsTrimmed,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfUp,
  parseUnits,
  split,
  valueCeil,
  valueFloor,
  valueHalfUp,
} from './amount.ts';

seedProperties();

const scale = fc.integer({ min: 0, max: 18 });
const units = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n });
/** Units that have at most 20 digits before the point at their scale. */
const scaled = fc
  .tuple(units, scale)
  .map(([all, at]) => ({ units: all % 10n ** BigInt(20 + at), scale: at }));
const signed = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 38n });

describe('parse and format', () => {
  it('come back to the same units', () => {
    fc.assert(
      fc.property(scaled, ({ units: all, scale: at }) => {
        expect(parseUnits(formatUnits(all, at), at)).toBe(all);
      }),
    );
  });

  it('come back to the same units when trimmed, with no fewer decimals than wanted', () => {
    fc.assert(
      fc.property(scaled, fc.nat(), ({ units: all, scale: at }, wanted) => {
        const decimalsMin = wanted % (at + 1);
        const text = formatUnitsTrimmed(all, at, decimalsMin);
        expect(parseUnits(text, at)).toBe(all);
        const decimals = text.split('.')[1] ?? '';
        expect(decimals.length).toBeGreaterThanOrEqual(decimalsMin);
        expect(decimals.length > decimalsMin && decimals.endsWith('0')).toBe(false);
      }),
    );
  });

  it('never read two values from strings of one value, nor anything from other strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0129.,-+e １ ')) }), scale, (text, at) => {
        const read = parseUnits(text, at);
        if (read === undefined) return;
        const [integer = '', decimals = ''] = text.split('.');
        expect(formatUnits(read, at)).toBe(formatUnits(BigInt(integer + decimals.padEnd(at, '0')), at));
        expect(text).toMatch(/^[0-9]+(\.[0-9]+)?$/);
      }),
    );
  });
});

describe('split', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 20 });

  it('never makes or loses a unit, and each part is within one unit of its share', () => {
    fc.assert(
      fc.property(units, weights, (whole, shares) => {
        const total = shares.reduce((sum, share) => sum + share, 0n);
        fc.pre(total > 0n);
        const parts = split(whole, shares);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(whole);
        parts.forEach((part, index) => {
          const share = shares[index] ?? 0n;
          expect(share === 0n && part !== 0n).toBe(false);
          expect(part).toBeGreaterThanOrEqual((whole * share) / total);
          expect(part).toBeLessThanOrEqual((whole * share) / total + 1n);
        });
      }),
    );
  });
});

describe('mulDiv', () => {
  it('keeps floor <= exact <= ceil with at most one unit between', () => {
    fc.assert(
      fc.property(signed, signed, positive, (value, numerator, denominator) => {
        const floor = mulDivFloor(value, numerator, denominator);
        const ceil = mulDivCeil(value, numerator, denominator);
        const exact = value * numerator;
        expect(floor * denominator).toBeLessThanOrEqual(exact);
        expect((floor + 1n) * denominator).toBeGreaterThan(exact);
        expect(ceil * denominator).toBeGreaterThanOrEqual(exact);
        expect((ceil - 1n) * denominator).toBeLessThan(exact);
      }),
    );
  });

  it('is never more than half a unit away from the exact value, and mirrors with the sign', () => {
    const small = fc.bigInt({ min: -50n, max: 50n });
    const smallPositive = fc.bigInt({ min: 1n, max: 20n });
    fc.assert(
      fc.property(
        fc.oneof(signed, small),
        small,
        fc.oneof(positive, smallPositive),
        (value, numerator, by) => {
          const nearest = mulDivHalfUp(value, numerator, by);
          const distance = 2n * (nearest * by - value * numerator);
          expect(distance <= by && distance >= -by).toBe(true);
          expect(mulDivHalfUp(-value, numerator, by)).toBe(-nearest);
          const isHalf = distance === by || distance === -by;
          expect(isHalf && (nearest > 0n ? distance < 0n : distance > 0n)).toBe(false);
        },
      ),
    );
  });
});

describe('value at a rate', () => {
  it('keeps floor <= half up <= ceil, and ceil is zero only for nothing', () => {
    const rate = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((digits) => formatUnits(digits, 18));
    fc.assert(
      fc.property(scaled, rate, fc.integer({ min: 0, max: 4 }), (amount, at, fiatScale) => {
        const valuation = { ...amount, rate: at, fiatScale };
        const [down, nearest, up] = [valueFloor(valuation), valueHalfUp(valuation), valueCeil(valuation)];
        expect(down <= nearest && nearest <= up && up - down <= 1n).toBe(true);
        expect(up === 0n).toBe(amount.units === 0n);
      }),
    );
  });
});
