import type { Market } from '@marigold/contract/calls/market';
import { describe, expect, it } from 'vitest';

import { marketsIn, nextSort, quotesOf } from './market-view.ts';

const market = (
  symbol: string,
  name: string,
  last: string | null,
  change24h: string | null,
  turnover: string,
) => {
  const [base, quote] = symbol.split('_');
  return { symbol, base, quote, name, ticker: { last, change24h, turnover } } as Market;
};
const markets = [
  market('NEW_USDT', 'Newcomer', null, null, '0'),
  market('BTC_USDT', 'Bitcoin', '67412.18', '2.41', '86510000'),
  market('ETH_USDT', 'Ethereum', '3514.72', '-0.77', '9000000'),
  market('TRX_USDT', 'TRON', '0.1284', '1.08', '11000000'),
  market('ETH_BTC', 'Ethereum', '0.0521', '-3.10', '12'),
];
const symbolsOf = (wanted: Partial<Parameters<typeof marketsIn>[1]>) =>
  marketsIn(markets, { view: 'all', typed: '', favorites: [], sort: undefined, ...wanted }).map(
    ({ symbol }) => symbol,
  );

describe('the list of markets', () => {
  it('is found by pair in any writing and by name', () => {
    expect(symbolsOf({ typed: 'btc/usdt' })).toEqual(['BTC_USDT']);
    expect(symbolsOf({ typed: 'BTCUSDT' })).toEqual(['BTC_USDT']);
    expect(symbolsOf({ typed: ' bitcoin ' })).toEqual(['BTC_USDT']);
    expect(symbolsOf({ typed: 'eth btc' })).toEqual(['ETH_BTC']);
    expect(symbolsOf({ typed: 'doge' })).toEqual([]);
  });

  it('shows favourites, one quote currency, what rose and what fell', () => {
    expect(symbolsOf({ view: 'favorites', favorites: ['TRX_USDT', 'GONE_USDT'] })).toEqual(['TRX_USDT']);
    expect(symbolsOf({ view: 'BTC' })).toEqual(['ETH_BTC']);
    expect(symbolsOf({ view: 'gainers' })).toEqual(['BTC_USDT', 'TRX_USDT']);
    expect(symbolsOf({ view: 'losers' })).toEqual(['ETH_BTC', 'ETH_USDT']);
    expect(quotesOf(markets)).toEqual(['USDT', 'BTC']);
  });

  it('is sorted by number, not by letter, and what is not known stands last both ways', () => {
    const down = symbolsOf({ sort: { column: 'price', isUp: false } });
    expect(down).toEqual(['BTC_USDT', 'ETH_USDT', 'TRX_USDT', 'ETH_BTC', 'NEW_USDT']);
    const up = symbolsOf({ sort: { column: 'price', isUp: true } });
    expect(up).toEqual(['ETH_BTC', 'TRX_USDT', 'ETH_USDT', 'BTC_USDT', 'NEW_USDT']);
    expect(symbolsOf({ sort: { column: 'volume', isUp: false } }).slice(0, 2)).toEqual([
      'BTC_USDT',
      'TRX_USDT',
    ]);
  });

  it('goes back to its own order with the third press of a head', () => {
    const first = nextSort(undefined, 'change');
    const second = nextSort(first, 'change');
    expect([first, second, nextSort(second, 'change')]).toEqual([
      { column: 'change', isUp: false },
      { column: 'change', isUp: true },
      undefined,
    ]);
    expect(nextSort(second, 'price')).toEqual({ column: 'price', isUp: false });
  });
});
