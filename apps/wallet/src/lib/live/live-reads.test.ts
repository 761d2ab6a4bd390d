import type { Path } from '@marigold/contract/contract';
import type { UserEvent } from '@marigold/contract/events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { gathered, isUserEvent, readsOf, readsOfAll, readsOfTrade } from './live-reads.ts';

/** Which events a person who looks at each read waits for. */
const eventsOf: Readonly<Partial<Record<Path, readonly UserEvent[]>>> = {
  'bill/detail': ['bill', 'deposit', 'order'],
  'bill/export/list': ['export'],
  'bill/export/preview': ['bill'],
  'bill/list': ['bill', 'deposit', 'order'],
  'bill/summary': ['bill', 'order'],
  'invite/info': ['message'],
  'invite/list': ['message'],
  'card/info': ['card'],
  'card/list': ['card'],
  'card/order/detail': ['card'],
  'card/order/list': ['card'],
  'kyc/bind/list': ['kyc'],
  'kyc/config': ['kyc'],
  'kyc/detail': ['kyc'],
  'kyc/draft': ['kyc'],
  'kyc/list': ['kyc'],
  'kyc/order/detail': ['kyc'],
  'kyc/order/list': ['kyc'],
  'kyc/status': ['kyc'],
  'kyc/third/link': ['kyc'],
  'life/insight': ['bill', 'order'],
  'message/list': ['message'],
  'message/summary': ['message'],
  'payee/list': ['bill'],
  'payee/recent': ['bill'],
  'risk/detail': ['bill'],
  'risk/list': ['bill'],
  'trade/config': ['balance'],
  'trade/detail': ['order'],
  'trade/fills': ['order'],
  'trade/history': ['order'],
  'trade/open': ['order'],
  'transfer/config': ['balance'],
  'transfer/detail': ['bill'],
  'wallet/address/get': ['bill'],
  'wallet/address/list': ['bill'],
  'wallet/asset/explain': ['balance'],
  'wallet/asset/list': ['balance'],
  'wallet/deposit/list': ['bill', 'deposit'],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what is told in a moment is read again once, and the next event is not lost', async () => {
  const runs: string[][] = [];
  const hear = gathered(async (events) => void runs.push([...events]));
  const heard = [hear('order'), hear('balance'), hear('order')];
  expect(runs).toEqual([]);
  await vi.runAllTimersAsync();
  await Promise.all(heard);
  expect(runs).toEqual([['order', 'balance']]);
  const last = hear('balance');
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

it('every read hears of exactly the events that change what it shows', () => {
  const found: Partial<Record<Path, UserEvent[]>> = {};
  for (const event of Object.keys(readsOf).filter(isUserEvent))
    for (const path of readsOf[event]) (found[path] ??= []).push(event);
  expect(found).toEqual(eventsOf);
});
