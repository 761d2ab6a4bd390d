import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { gathered, readsOf } from './live-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('many orders in a moment are read again once, and the next one is not lost', async () => {
  let runs = 0;
  const tell = gathered(async () => {
    runs += 1;
  });
  const told = [tell(), tell(), tell()];
  expect(runs).toBe(0);
  await vi.runAllTimersAsync();
  await Promise.all(told);
  expect(runs).toBe(1);
  const last = tell();
  await vi.runAllTimersAsync();
  await last;
  expect(runs).toBe(2);
});

it('an order changes what is open, what there is to spend and what the bills say', () => {
  expect(readsOf['order']).toEqual(
    expect.arrayContaining(['trade/open', 'trade/fills', 'trade/config', 'wallet/asset/list', 'bill/list']),
  );
});
