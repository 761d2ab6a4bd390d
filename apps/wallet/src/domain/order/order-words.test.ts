import { describe, expect, it } from 'vitest';

import type { Say } from '../../lib/text/i18n.ts';
import { cancelAllWords, remainedLines } from './order-words.ts';

/** Texts as their ids and values; the words are the catalogue's. */
const say: Say = (id, ...values) => [id, ...Object.values(values[0] ?? {})].join(' ');

describe('cancelling all of it', () => {
  it('asks with the number of orders and the names of their markets', () => {
    const words = cancelAllWords(say, {
      count: 150,
      symbols: ['BTC_USDT', 'ETH_USDT'],
      progress: { done: 1, total: 2 },
    });
    expect(words).toMatchObject({
      title: 'orders.cancelAllAsk 150',
      text: 'orders.cancelAllText BTC/USDT, ETH/USDT',
      busyLabel: 'orders.cancellingAll 2 2',
      isBusy: true,
    });
  });

  it('counts no markets where there is one', () => {
    const filter = { count: 1, symbols: ['BTC_USDT'] };
    const waiting = cancelAllWords(say, { ...filter, progress: undefined });
    const running = cancelAllWords(say, { ...filter, progress: { done: 0, total: 1 } });
    expect([waiting.busyLabel, waiting.isBusy]).toEqual(['orders.cancelling', false]);
    expect([running.busyLabel, running.isBusy]).toEqual(['orders.cancelling', true]);
  });

  it('says what stayed on the book and why, and nothing where nothing did', () => {
    expect(remainedLines(say, { remained: 0, failed: [] })).toEqual([]);
    const failed = [{ symbol: 'ETH_USDT', msg: 'Closed.' }];
    expect(remainedLines(say, { remained: 2, failed })).toEqual([
      'orders.remained 2',
      'orders.remainedReason ETH/USDT Closed.',
    ]);
  });
});
