import { afterAll, beforeAll, expect, it } from 'vitest';

import { type RateProvider, startRateProvider } from '../../../testing/rate-provider.ts';
import { PricesUnavailable } from '../price-list.ts';
import { createHttpPrices, createHttpPriceSources } from './http.ts';

const now = 1_795_000_000_000;
let provider: RateProvider;
beforeAll(async () => {
  provider = await startRateProvider();
});
afterAll(() => provider.stop());

const answering = (words: string) => provider.answers((answer) => void answer.end(words));
const fetched = async () => await createHttpPrices({ url: provider.url, timeoutMs: 200 }).fetch(now);

it('says markets with exact prices and the moment they were seen, and leaves the rest unread', async () => {
  answering(JSON.stringify([{ symbol: 'BTC_USDT', price: '67412.180000000000000001', time: now, book: 9 }]));
  expect(await fetched()).toEqual([{ symbol: 'BTC_USDT', price: '67412.180000000000000001', time: now }]);
});

it.each([
  '[{"symbol":"BTC_USDT","price":67412.18}]',
  '[{"symbol":"BTC_USDT","price":"6.7e4"}]',
  '[{"symbol":"btc-usdt","price":"1"}]',
  '[{"symbol":"BTC_USDT","price":"-1"}]',
  'soon',
])('calls %s no prices', async (words) => {
  answering(words);
  await expect(fetched()).rejects.toBeInstanceOf(PricesUnavailable);
});

it('is named by host and path, each address by its own name and none by a key in it', () => {
  const urls = ['https://index.test/v1?key=a', 'https://index.test/v1?key=b', 'https://index.test/'];
  const names = createHttpPriceSources(urls).map(({ name }) => name);
  expect(names).toEqual(['index.test/v1', 'index.test/v1#2', 'index.test']);
});
