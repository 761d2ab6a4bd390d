import { beforeEach, expect, it } from 'vitest';

import { createFillDeduplication, type FillDeduplication } from './fill-deduplication.ts';
import type { FillEvent } from './fill-words.ts';

let now: number;
let fills: FillDeduplication;
let news: string[];

beforeEach(() => {
  now = 1000;
  fills = createFillDeduplication(() => now);
  news = [];
});

function hear(orderId: string, amount: string): void {
  const fill: FillEvent = { symbol: 'BTC_USDT', orderId, side: 'buy', amount, isWhole: true };
  fills.hear(fill, (one) => void news.push(`${one.orderId} ${one.amount}`));
}

it('a fill that the answer said is not said again, whichever of the two is first', () => {
  const answered = fills.begin();
  answered({ orderId: 'a', filled: '0.00100' });
  hear('a', '0.00100');
  const later = fills.begin();
  hear('b', '0.5');
  hear('c', '2');
  expect(news).toEqual([]);
  later({ orderId: 'b', filled: '0.50000' });
  // What somebody else took of another order meanwhile is news.
  expect(news).toEqual(['c 2']);
});

it('what comes later of the same order is news, and so is what others took in the very moment', () => {
  fills.begin()({ orderId: 'a', filled: '0.3' });
  hear('a', '0.4');
  hear('a', '0.6');
  expect(news).toEqual(['a 0.1', 'a 0.6']);
});

it('an order that filled nothing or was never answered hides nothing', () => {
  const [first, second] = [fills.begin(), fills.begin()];
  hear('a', '1');
  first({ orderId: 'a', filled: '0' });
  expect(news).toEqual([]);
  second();
  second();
  expect(news).toEqual(['a 1']);
});

it('what the channel did not tell of in time is forgotten', () => {
  fills.begin()({ orderId: 'a', filled: '1' });
  now += 60_000;
  hear('a', '1');
  expect(news).toEqual(['a 1']);
});
