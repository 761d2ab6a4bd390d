import { describe, expect, it } from 'vitest';

import { fillFilterOf, isFiltered, orderFilterOf } from './trade-filter.ts';

const now = new Date(2026, 10, 22, 12).getTime();

describe('the filter of the record', () => {
  it('is what stands in its address', () => {
    const search = { pair: 'BTC_USDT', side: 'buy', status: 'done', range: '7d' } as const;
    const from = new Date(2026, 10, 16).getTime();
    expect(orderFilterOf(search, now)).toEqual({ symbol: 'BTC_USDT', side: 'buy', status: 'done', from });
    expect(fillFilterOf(search, now)).toEqual({ symbol: 'BTC_USDT', side: 'buy', from });
  });

  it('leaves away what nobody knows', () => {
    expect(orderFilterOf({ status: 'lost', range: '3d' }, now)).toEqual({ status: 'over' });
  });

  it('never has what waits: that is the list of open orders', () => {
    expect(orderFilterOf({ status: 'wait' }, now)).toEqual({ status: 'over' });
    expect(isFiltered({ tab: 'history', status: 'wait' })).toBe(false);
  });
});

it('a list counts as filtered only by what it can be filtered by', () => {
  expect(isFiltered({ pair: 'BTC_USDT' })).toBe(true);
  expect(isFiltered({ range: '7d', side: 'buy' })).toBe(false);
  expect(isFiltered({ tab: 'history', status: 'done' })).toBe(true);
  expect(isFiltered({ tab: 'fills', status: 'done' })).toBe(false);
  expect(isFiltered({ tab: 'history', status: 'lost' })).toBe(false);
});
