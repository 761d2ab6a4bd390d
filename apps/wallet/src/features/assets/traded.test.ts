import { expect, it } from 'vitest';

import { marketOfAsset } from './traded.ts';

it('a coin is traded in the first open market that it is the base of', () => {
  const markets = [
    { symbol: 'ETH_BTC', base: 'ETH', state: 'disabled' },
    { symbol: 'BTC_USDT', base: 'BTC', state: 'enabled' },
    { symbol: 'ETH_USDT', base: 'ETH', state: 'enabled' },
    { symbol: 'ETH_USDC', base: 'ETH', state: 'enabled' },
    { symbol: 'SOL_USDT', base: 'SOL', state: 'locked' },
  ] as const;
  expect(marketOfAsset('ETH', markets)).toBe('ETH_USDT');
  // It pays for others, is closed, or is in no market at all.
  expect(['USDT', 'SOL', 'EUR'].map((currency) => marketOfAsset(currency, markets))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
