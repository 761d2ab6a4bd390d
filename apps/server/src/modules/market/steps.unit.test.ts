import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import { describe, expect, it } from 'vitest';

import {
  amountText,
  averageFloor,
  formatSteps,
  plainPriceText,
  readSteps,
  plainTotalText,
  totalTextFloor,
} from './steps.ts';

const market = { priceDecimals: 2, amountDecimals: 5 };

describe('steps as decimals', () => {
  it('keep all decimals where a column lines up', () => {
    expect(formatSteps(1234, 2)).toBe('12.34');
    expect(formatSteps(5n, 8)).toBe('0.00000005');
    expect(formatSteps(120, 0)).toBe('120');
  });

  it('come back to the same steps', () => {
    for (const decimals of [0, 2, 8])
      expect(readSteps(formatSteps(9_007_199, decimals), decimals)).toBe(9_007_199);
    expect(readSteps('0.001', 2)).toBe('too_fine');
    expect(readSteps('9007199254740992', 0)).toBe('too_large');
  });

  it('lose the zeros at their end in a sentence, each at its own scale', () => {
    expect(plainPriceText(market, toPrice(6_500_000))).toBe('65000');
    expect(plainPriceText(market, 6_500_010n)).toBe('65000.1');
    expect(amountText(market, toAmount(1))).toBe('0.00001');
    expect(amountText(market, toAmount(100_000))).toBe('1');
    expect(plainTotalText(market, toTotal(1))).toBe('0.0000001');
    expect(plainTotalText(market, 50_000_000n)).toBe('5');
  });

  it('are cut, never rounded up, where the last digits say nothing', () => {
    expect(totalTextFloor(market, 12_999_999n, 2)).toBe('1.29');
    expect(totalTextFloor(market, 10_000_000n, 2)).toBe('1');
    expect(totalTextFloor(market, 19n, 6)).toBe('0.000001');
    expect(totalTextFloor({ priceDecimals: 1, amountDecimals: 0 }, 15n, 6)).toBe('1.5');
  });
});

it('an average has the decimals of a price, and two more where they say something', () => {
  expect(averageFloor(market, { filled: 100_000n, filledTotal: 650_000_000_000n })).toBe('65000.00');
  expect(averageFloor(market, { filled: 3n, filledTotal: 20n })).toBe('0.0666');
  expect(averageFloor(market, { filled: 0n, filledTotal: 0n })).toBeNull();
});
