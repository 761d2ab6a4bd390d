import { expect, it } from 'vitest';

import { assetsOf, pairText } from './pair.ts';

it('a market is read with a stroke, and names what is traded and what it is paid with', () => {
  expect(pairText('BTC_USDT')).toBe('BTC/USDT');
  expect(assetsOf('BTC_USDT')).toEqual({ base: 'BTC', quote: 'USDT' });
  expect(assetsOf('BTC')).toEqual({ base: 'BTC', quote: '' });
});
