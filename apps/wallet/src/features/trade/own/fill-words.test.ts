import { expect, it } from 'vitest';

import type { Say } from '../../../lib/text/i18n.ts';
import { fillsText, readFill, type FillEvent } from './fill-words.ts';

const market = { symbol: 'BTC_USDT', base: 'BTC', quote: 'USDT' };
const hints = {
  symbol: 'BTC_USDT',
  id: 'o1',
  side: 'buy',
  price: '67000',
  amount: '0.00100',
  status: 'wait',
};

/** Texts as their ids and values; the words are the catalogue's. */
const say: Say = (id, ...values) => `${id} ${Object.values(values[0] ?? {}).join(' ')}`;

function wordsOf(changes: readonly object[]): string {
  const fills = changes.map((change) => readFill({ event: 'fill', hints: { ...hints, ...change } }));
  return fillsText(
    say,
    market,
    fills.filter((fill): fill is FillEvent => fill !== undefined),
  ).replaceAll('\u00a0', ' ');
}

it('a fill is told with its amount, and the one that completes its order says so', () => {
  expect(wordsOf([{}])).toBe('trade.filled.bought BTC/USDT 0.001 BTC');
  expect(wordsOf([{ side: 'sell', status: 'done' }])).toBe(
    'trade.filled.sold BTC/USDT 0.001 BTC trade.filled.whole 1',
  );
});

it('many fills are told together: what came to each side, and how many orders are complete', () => {
  const fills = [
    {},
    { amount: '0.25', status: 'done' },
    { id: 'o2', amount: '1', status: 'done' },
    { id: 'o3', side: 'sell', amount: '0.5', status: 'cancel' },
  ];
  expect(wordsOf(fills)).toBe(
    'trade.filled.bought BTC/USDT 1.251 BTC trade.filled.sold BTC/USDT 0.5 BTC trade.filled.whole 2',
  );
});

it('what is no whole fill is not told', () => {
  const broken = [{ side: 'both' }, { amount: 7 }, { amount: 'much' }, { symbol: null }, { id: undefined }];
  expect(wordsOf(broken)).toBe('');
  expect(readFill({ event: 'order', hints })).toBeUndefined();
});
