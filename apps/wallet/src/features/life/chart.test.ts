import { expect, it } from 'vitest';

import { barsOf } from './chart.ts';

it('draws the oldest month first, against the tallest bar, and nothing too small to be seen', () => {
  const months = [
    { month: 3, in: '200.00', out: '50.00' },
    { month: 2, in: '0.01', out: '0.00' },
    { month: 1, in: '0.00', out: '100.00' },
  ];
  expect(barsOf(months)).toEqual([
    { month: 1, in: 0, out: 50 },
    { month: 2, in: 2, out: 0 },
    { month: 3, in: 100, out: 25 },
  ]);
});

it('draws nothing where nothing moved', () => {
  expect(barsOf([{ month: 1, in: '0.00', out: '0.00' }])).toEqual([]);
});

it('stays in its frame for sums that no number of the browser could hold', () => {
  const [bar] = barsOf([{ month: 1, in: '99999999999999999999.99', out: '49999999999999999999.99' }]);
  expect(bar).toEqual({ month: 1, in: 100, out: 49.9 });
});
