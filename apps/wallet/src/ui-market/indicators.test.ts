import { describe, expect, it } from 'vitest';

import { bollinger, movingAverage, relativeStrength } from './indicators.ts';

const rounded = (line: readonly (number | undefined)[]) =>
  line.map((value) => (value === undefined ? '-' : value.toFixed(2)));

describe('a moving average', () => {
  it('is the mean of the last values, and nothing before there are enough', () => {
    expect(movingAverage([1, 2, 3, 4, 10], 3)).toEqual([undefined, undefined, 2, 3, 17 / 3]);
  });

  it('of more values than there are is nothing', () => {
    expect(movingAverage([1, 2], 5)).toEqual([undefined, undefined]);
    expect(movingAverage([], 5)).toEqual([]);
  });
});

describe("Bollinger's bands", () => {
  it('lie as many standard deviations from the mean as asked', () => {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, deviation 2.
    const { upper, middle, lower } = bollinger([2, 4, 4, 4, 5, 5, 7, 9], 8, 2);
    expect([upper.at(-1), middle.at(-1), lower.at(-1)]).toEqual([9, 5, 1]);
    expect(upper.slice(0, 7)).toEqual(Array.from({ length: 7 }));
  });

  it('meet where the price stands still', () => {
    const { upper, lower } = bollinger([3, 3, 3], 2, 2);
    expect([upper, lower]).toEqual([
      [undefined, 3, 3],
      [undefined, 3, 3],
    ]);
  });
});

describe('relative strength', () => {
  it('is that of the published example', () => {
    // StockCharts, "Relative Strength Index", 14 periods.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328,
    ];
    expect(rounded(relativeStrength(closes, 14)).slice(13)).toEqual(['-', '70.53', '66.32', '66.55']);
  });

  it('is whole when nothing fell, none when nothing rose, and in the middle when nothing moved', () => {
    expect(relativeStrength([1, 2, 3], 2).at(-1)).toBe(100);
    expect(relativeStrength([3, 2, 1], 2).at(-1)).toBe(0);
    expect(relativeStrength([2, 2, 2], 2).at(-1)).toBe(50);
  });
});
