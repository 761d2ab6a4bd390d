import type { Candle, Market, PublicTrade, Ticker } from '@marigold/contract/calls/market';
import { describe, expect, it } from 'vitest';

import { mergeCandles, mergeTickers, mergeTrades, tradesMax } from './market-merge.ts';

const candle = (time: number, close: string): Candle => [time, '1', '2', '1', close, '5'];
const trade = (number: number): PublicTrade => ({
  number,
  price: '1',
  amount: '1',
  side: 'buy',
  time: number,
});
const ticker = (symbol: string, last: string, time: number): Ticker => ({
  symbol,
  state: 'enabled',
  last,
  time,
  lastSide: 'buy',
  bid: null,
  ask: null,
  change24h: null,
  high: null,
  low: null,
  volume: '0',
  turnover: '0',
  index: null,
});
const market = (symbol: string, last: string, time: number) =>
  ({ symbol, state: 'enabled', ticker: ticker(symbol, last, time) }) as Market;

describe('candles', () => {
  it('come in the order of time, older pages before newer ones', () => {
    const merged = mergeCandles([candle(30, 'c'), candle(40, 'd')], [candle(10, 'a'), candle(20, 'b')]);
    expect(merged.map(([time]) => time)).toEqual([10, 20, 30, 40]);
  });

  it('of the same time count as told last', () => {
    expect(mergeCandles([candle(10, 'read')], [candle(10, 'live')])).toEqual([candle(10, 'live')]);
  });
});

describe('trades', () => {
  it('are listed once, newest first, and not without end', () => {
    expect(mergeTrades([trade(1), trade(2)], [trade(3), trade(2)]).map(({ number }) => number)).toEqual([
      3, 2, 1,
    ]);
    const many = Array.from({ length: 200 }, (_, index) => trade(index));
    const merged = mergeTrades(many);
    expect([merged.length, merged[0]?.number]).toEqual([tradesMax, 199]);
  });
});

describe('tickers', () => {
  it('take the place of older ones and leave the rest as it was', () => {
    const markets = [market('BTC_USDT', '1', 10), market('ETH_USDT', '2', 10)];
    const merged = mergeTickers(markets, [ticker('ETH_USDT', '3', 11)]);
    expect(merged.map((one) => one.ticker.last)).toEqual(['1', '3']);
    expect(merged[0]).toBe(markets[0]);
  });

  it('say what their market takes just now', () => {
    const closed = { ...ticker('BTC_USDT', '1', 11), state: 'locked' as const };
    expect(mergeTickers([market('BTC_USDT', '1', 10)], [closed])[0]?.state).toBe('locked');
  });

  it('that are older than what was read, or of a market that is not listed, change nothing', () => {
    const markets = [market('BTC_USDT', '1', 10)];
    expect(mergeTickers(markets, [ticker('BTC_USDT', '9', 9), ticker('NEW_USDT', '1', 99)])).toEqual(markets);
  });

  it('count by their time, not by the order in which they came', () => {
    const late = [ticker('BTC_USDT', 'new', 12), ticker('BTC_USDT', 'old', 11)];
    expect(mergeTickers([market('BTC_USDT', '1', 10)], late)[0]?.ticker.last).toBe('new');
  });
});
