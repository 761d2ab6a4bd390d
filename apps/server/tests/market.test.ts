import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { TestPerson, TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { indexAt, openOrderOf, tradeBetween } from './trade-world.ts';

/** What is committed is told to other parts of the program in milliseconds; a machine may be slow. */
const seenWithin = { timeout: 10_000 };

let api: TestApi;
let buyer: TestPerson;
let seller: TestPerson;

beforeAll(async () => {
  api = await startTestApi({ books: true });
  buyer = await api.person();
  seller = await api.person();
});
afterAll(async () => await api.close());

it('everybody sees what was traded and what stands, as soon as it is committed', async () => {
  await tradeBetween(api, buyer, seller);
  await indexAt(api, 'BTC_USDT', '67000', buyer);
  await openOrderOf(api, buyer);
  await vi.waitFor(
    async () =>
      expect(await api.call('market/depth', { symbol: 'BTC_USDT' })).toMatchObject({
        data: { bids: [['62000.00', '0.00010']], asks: [] },
      }),
    seenWithin,
  );
  expect(await api.call('market/depth', { symbol: 'BTC_USDT', level: 0 })).toMatchObject({
    data: { bids: [['62000.00', '0.00010']] },
  });
  expect(await api.call('market/depth', { symbol: 'BTC_USDT', level: 1 })).toMatchObject({
    data: { bids: [['62000.0', '0.00010']] },
  });
  await vi.waitFor(
    async () =>
      expect(await api.call('market/trades', { symbol: 'BTC_USDT' })).toMatchObject({
        data: { list: [{ number: 1, price: '67000.00', amount: '0.00100', side: 'buy' }] },
      }),
    seenWithin,
  );
  expect(await api.call('market/ticker', { symbol: 'BTC_USDT' })).toMatchObject({
    data: {
      last: '67000.00',
      lastSide: 'buy',
      bid: '62000.00',
      ask: null,
      volume: '0.00100',
      turnover: '67.0000000',
      index: '67000.00',
    },
  });
  for (const interval of ['1m', '1w'] as const) {
    const answer = await api.call('market/kline', { symbol: 'BTC_USDT', interval });
    if (!answer.ok) throw new Error(answer.msg);
    expect(answer.data.list).toHaveLength(1);
    const [opened, ...candle] = answer.data.list[0] ?? [];
    expect(opened).toBeLessThanOrEqual(Date.now());
    expect(candle).toEqual(['67000.00', '67000.00', '67000.00', '67000.00', '0.00100']);
  }
});
