import { hourMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { filterOf } from './bill-filter.ts';

const now = new Date(2026, 10, 21, 12).getTime();

describe('the filter of an address', () => {
  it('takes what the contract knows and leaves out the rest', () => {
    expect(filterOf({ type: 'TRANSFER', currency: 'USDT' }, now)).toEqual({
      type: 'TRANSFER',
      currency: 'USDT',
    });
    expect(filterOf({ type: 'NONE', range: '8d' }, now)).toEqual({});
  });

  it('begins a range at the first moment of its first day, today included, and leaves it open', () => {
    expect(filterOf({ range: '7d' }, now)).toEqual({ from: new Date(2026, 10, 15).getTime() });
    expect(filterOf({ range: '12m' }, now)).toEqual({ from: new Date(2025, 10, 21).getTime() });
  });

  it('stays the same all day, so that the answer can be kept', () => {
    expect(filterOf({ range: '30d' }, now)).toEqual(filterOf({ range: '30d' }, now + hourMs));
  });
});
