import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { gathered, readsOf, readsOfAll, readsOfTrade } from './live-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what is told in a moment is read again once, and the next event is not lost', async () => {
  const runs: string[][] = [];
  const tell = gathered(async (events) => void runs.push([...events]));
  const told = [tell('order'), tell('balance'), tell('order')];
  expect(runs).toEqual([]);
  await vi.runAllTimersAsync();
  await Promise.all(told);
  expect(runs).toEqual([['order', 'balance']]);
  const last = tell('balance');
  await vi.runAllTimersAsync();
  await last;
  expect(runs).toEqual([['order', 'balance'], ['balance']]);
});

it('an order and its balance together change what is open, what there is to spend and the bills, each once', () => {
  expect(readsOfTrade).toEqual(
    expect.arrayContaining(['trade/open', 'trade/fills', 'trade/config', 'wallet/asset/list', 'bill/list']),
  );
  expect(new Set(readsOfTrade).size).toBe(readsOfTrade.length);
  const shared = readsOf.balance.filter((path) => readsOf.order.includes(path));
  expect(shared).toEqual([]);
  expect(readsOfAll(['fill'])).toEqual([]);
});

it('money that came by another way is there to trade with', () => {
  expect(readsOf.balance).toContain('trade/config');
});
