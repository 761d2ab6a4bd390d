import { describe, expect, it } from 'vitest';

import { feeCeil, percentOfPpm, ppmOfPercent } from './fee.ts';

describe('a fee', () => {
  it('is rounded up, against who pays it', () => {
    expect(feeCeil(1n, 1)).toBe(1n);
    expect(feeCeil(1_000_000n, 1000)).toBe(1000n);
    expect(feeCeil(1_000_001n, 1000)).toBe(1001n);
    expect(feeCeil(999n, 1)).toBe(1n);
  });

  it('is nothing of nothing or at no rate, and never more than there is', () => {
    expect(feeCeil(0n, 1000)).toBe(0n);
    expect(feeCeil(5n, 0)).toBe(0n);
    expect(feeCeil(5n, 1_000_000)).toBe(5n);
    for (const ppm of [-1, 0.5, 1_000_001]) expect(() => feeCeil(5n, ppm)).toThrow('between nothing');
  });

  it('is rounded up to whole grains as well', () => {
    expect(feeCeil(1_000_000_000n, 1000, 10n)).toBe(1_000_000n);
    expect(feeCeil(1_000_001_000n, 1000, 10n)).toBe(1_000_010n);
    expect(feeCeil(1n, 1, 100n)).toBe(100n);
  });
});

describe('a rate', () => {
  it.each([
    [1000, '0.10'],
    [1, '0.0001'],
    [1500, '0.15'],
    [0, '0.00'],
    [1_000_000, '100.00'],
  ])('of %d millionths reads %s percent, and back', (ppm, percent) => {
    expect(percentOfPpm(ppm)).toBe(percent);
    expect(ppmOfPercent(percent)).toBe(ppm);
  });

  it.each([
    [1000, '0.1'],
    [20_000, '2'],
    [1500, '0.15'],
    [0, '0'],
  ])('of %d millionths reads %s percent where nothing is said twice', (ppm, percent) => {
    expect(percentOfPpm(ppm, 0)).toBe(percent);
  });

  it('that is finer than a millionth is none', () => {
    expect(() => ppmOfPercent('0.00001')).toThrow('four decimals');
  });
});
