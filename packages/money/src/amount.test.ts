import { describe, expect, it } from 'vitest';

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
  writeDecimal,
} from './amount.ts';
import { getDecimal } from './decimal.ts';

describe('parseUnits', () => {
  it.each([
    ['0', 8, 0n],
    ['12.34', 8, 1_234_000_000n],
    ['0.00000001', 8, 1n],
    ['5', 0, 5n],
    ['0012.50', 2, 1250n],
    ['0.000000000000000001', 18, 1n],
    ['99999999999999999999.999999999999999999', 18, 10n ** 38n - 1n],
  ])('reads %s at scale %i', (text, scale, units) => {
    expect(parseUnits(text, scale)).toBe(units);
  });

  it.each([
    ['', 8],
    [' ', 8],
    [' 1', 8],
    ['1 ', 8],
    ['1\n', 8],
    ['1 000', 8],
    ['-1', 8],
    ['+1', 8],
    ['1e2', 8],
    ['0x10', 8],
    ['１２', 8],
    ['١', 8],
    ['1,5', 8],
    ['1.', 8],
    ['.5', 8],
    ['.', 8],
    ['1.2.3', 8],
    ['NaN', 8],
    ['Infinity', 8],
    ['1.123456789', 8],
    ['1.500', 2],
    ['5.0', 0],
    ['100000000000000000000', 8],
    ['0.0000000000000000001', 18],
    ['9'.repeat(1_000_000), 8],
  ])('refuses %j at scale %i', (text, scale) => {
    expect(parseUnits(text, scale)).toBeUndefined();
  });

  it.each([-1, 19, 1.5, Number.NaN])('asserts that %d is no scale', (scale) => {
    expect(() => parseUnits('1', scale)).toThrow('Broken: a scale');
  });
});

describe('formatUnits', () => {
  it.each([
    [0n, 8, '0.00000000'],
    [1n, 8, '0.00000001'],
    [-1n, 2, '-0.01'],
    [1250n, 2, '12.50'],
    [-5n, 0, '-5'],
    [10n ** 38n - 1n, 18, '99999999999999999999.999999999999999999'],
  ])('writes %s at scale %i', (units, scale, text) => {
    expect(formatUnits(units, scale)).toBe(text);
  });

  it.each([
    [1_234_000_000n, 8, 2, '12.34'],
    [1_200_000_000n, 8, 2, '12.00'],
    [1_200_000_000n, 8, 0, '12'],
    [0n, 8, 0, '0'],
    [100n, 0, 0, '100'],
    [-123_456n, 8, 2, '-0.00123456'],
    [1_500_000n, 6, 6, '1.500000'],
  ])('trims %s at scale %i but keeps %i decimals', (units, scale, decimalsMin, text) => {
    expect(formatUnitsTrimmed(units, scale, decimalsMin)).toBe(text);
  });

  it.each([
    ['12.3400', '12.34'],
    ['5.00', '5'],
    ['100', '100'],
    ['0.000', '0'],
    ['-0.10', '-0.1'],
  ])('writes the decimal %s as short as it can be: %s', (text, short) => {
    expect(writeDecimal(getDecimal(text))).toBe(short);
  });

  it('asserts that no more decimals are kept than the scale has', () => {
    expect(() => formatUnitsTrimmed(1n, 2, 3)).toThrow('Broken');
  });
});

describe('split', () => {
  it.each([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [1n, [0n, 1n, 1n], [0n, 1n, 0n]],
    [0n, [1n, 2n], [0n, 0n]],
    [100n, [3n, 1n], [75n, 25n]],
  ])('splits %s by %s', (units, weights, parts) => {
    expect(split(units, weights)).toEqual(parts);
  });

  it.each([
    [1n, [], 'positive together'],
    [1n, [0n, 0n], 'positive together'],
    [1n, [2n, -1n], 'no weight'],
    [-1n, [1n], 'not negative'],
  ])('breaks on %s by %s', (units, weights, fact) => {
    expect(() => split(units, weights)).toThrow(fact);
  });
});

describe('mulDiv', () => {
  it.each([
    [7n, 1n, 2n, 3n, 4n, 4n],
    [-7n, 1n, 2n, -4n, -3n, -4n],
    [6n, 1n, 2n, 3n, 3n, 3n],
    [10n, 1n, 3n, 3n, 4n, 3n],
    [11n, 1n, 3n, 3n, 4n, 4n],
    [7n, -1n, 2n, -4n, -3n, -4n],
    [0n, 5n, 3n, 0n, 0n, 0n],
  ])(
    'of %s x %s / %s goes down, up and to the nearest',
    (value, numerator, denominator, down, up, nearest) => {
      expect(mulDivFloor(value, numerator, denominator)).toBe(down);
      expect(mulDivCeil(value, numerator, denominator)).toBe(up);
      expect(mulDivHalfUp(value, numerator, denominator)).toBe(nearest);
    },
  );

  it.each([0n, -1n])('breaks on a denominator of %s', (denominator) => {
    for (const mulDiv of [mulDivFloor, mulDivCeil, mulDivHalfUp]) {
      expect(() => mulDiv(1n, 1n, denominator)).toThrow('Broken: a denominator is positive');
    }
  });
});

describe('value at a rate', () => {
  it('is exact where it can be and else rounded as its name says', () => {
    const valuation = { units: 12_345_678n, scale: 8, rate: '64000.5', fiatScale: 2 };
    // 0.12345678 x 64000.5 = 7901.29564839
    expect(valueFloor(valuation)).toBe(790_129n);
    expect(valueHalfUp(valuation)).toBe(790_130n);
    expect(valueCeil(valuation)).toBe(790_130n);
    expect(valueCeil({ ...valuation, units: 100_000_000n })).toBe(6_400_050n);
  });

  it('does not let the smallest amount count as nothing when rounded up', () => {
    expect(valueCeil({ units: 1n, scale: 18, rate: '0.000000000000000001', fiatScale: 2 })).toBe(1n);
  });

  it.each(['', '-1', '1e3', '1.0000000000000000001'])('breaks on the rate %j', (rate) => {
    expect(() => valueFloor({ units: 1n, scale: 8, rate, fiatScale: 2 })).toThrow('Broken: a rate');
  });
});
