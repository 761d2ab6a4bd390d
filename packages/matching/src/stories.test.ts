import { meant, type Plain } from '@marigold/money/testing/plain';
import { describe, expect, it } from 'vitest';

import { createEmptyMarket } from '../testing/empty-market.ts';
import { createNaiveMarket } from '../testing/naive-market.ts';
import { generousRules, bookText, applySentences, outcomeText } from '../testing/story.ts';
import type { MarketRules } from './order.ts';

type Story = {
  readonly promise: string;
  readonly given?: string;
  readonly when: string;
  readonly outcome: string;
  /** Those who sell | those who buy. */
  readonly book: string;
  readonly rules?: Partial<Plain<MarketRules>>;
  readonly index?: number | 'unknown';
};

const priority: readonly Story[] = [
  {
    promise: 'a taker trades at the price of who stands',
    given: 'alice sells 7 @ 1600; alice buys 4 @ 1550',
    when: 'bob buys 2 @ 1700, immediate or cancel',
    outcome: '2 @ 1600 with alice',
    book: '5 @ 1600 alice | 4 @ 1550 alice',
  },
  {
    promise: 'the better price goes first',
    given: 'alice sells 3 @ 1610; carol sells 3 @ 1600',
    when: 'bob buys 4 @ 1620',
    outcome: '3 @ 1600 with carol, 1 @ 1610 with alice',
    book: '2 @ 1610 alice | nobody',
  },
  {
    promise: 'at one price, who came first goes first, also after a part was filled',
    given: 'alice buys 3 @ 1600; carol buys 3 @ 1600; bob sells 1 @ 1600',
    when: 'bob sells 3 @ 1590',
    outcome: '2 @ 1600 with alice, 1 @ 1600 with carol',
    book: 'nobody | 2 @ 1600 carol',
  },
  {
    promise: 'what is not matched rests at its price, behind those who stand there',
    given: 'alice sells 2 @ 1600; carol buys 1 @ 1599',
    when: 'bob buys 5 @ 1599; dave buys 2 @ 1600; bob buys 4 @ 1600',
    outcome: '4 rest',
    book: 'nobody | 4 @ 1600 bob, 1 @ 1599 carol, 5 @ 1599 bob',
  },
  {
    promise: 'a cancelled order gives its place to the next',
    given: 'alice sells 2 @ 1600; carol sells 2 @ 1600; dave sells 2 @ 1600',
    when: 'alice cancels 1; bob buys 1 @ 1600',
    outcome: '1 @ 1600 with carol',
    book: '1 @ 1600 carol, 2 @ 1600 dave | nobody',
  },
  {
    promise: 'an order that is gone cannot be cancelled',
    given: 'alice sells 2 @ 1600; bob buys 2 @ 1600',
    when: 'alice cancels 1',
    outcome: 'no such order',
    book: 'nobody | nobody',
  },
  {
    promise: 'a cancel gives back what still stood',
    given: 'alice sells 5 @ 1600; bob buys 2 @ 1600',
    when: 'alice cancels 1',
    outcome: '3 @ 1600 given back',
    book: 'nobody | nobody',
  },
];

const kinds: readonly Story[] = [
  {
    promise: 'immediate or cancel drops what nobody took',
    given: 'alice sells 2 @ 1600; carol sells 9 @ 1602',
    when: 'bob buys 5 @ 1601, immediate or cancel',
    outcome: '2 @ 1600 with alice, dropped: remainder',
    book: '9 @ 1602 carol | nobody',
  },
  {
    promise: 'immediate or cancel that meets nobody is refused',
    given: 'alice sells 2 @ 1600',
    when: 'bob buys 5 @ 1599, immediate or cancel',
    outcome: 'refused: no_liquidity',
    book: '2 @ 1600 alice | nobody',
  },
  {
    promise: 'fill or kill fills whole over several prices',
    given: 'alice sells 2 @ 1600; carol sells 9 @ 1602',
    when: 'bob buys 5 @ 1602, fill or kill',
    outcome: '2 @ 1600 with alice, 3 @ 1602 with carol',
    book: '6 @ 1602 carol | nobody',
  },
  {
    promise: 'fill or kill leaves everything alone when a part would be missing',
    given: 'alice sells 2 @ 1600; carol sells 9 @ 1602',
    when: 'bob buys 5 @ 1601, fill or kill',
    outcome: 'refused: would_not_fill',
    book: '2 @ 1600 alice, 9 @ 1602 carol | nobody',
  },
  {
    promise: 'post only stands when it would take nothing',
    given: 'alice sells 2 @ 1600',
    when: 'bob buys 5 @ 1599, post only',
    outcome: '5 rest',
    book: '2 @ 1600 alice | 5 @ 1599 bob',
  },
  {
    promise: 'post only never takes',
    given: 'alice sells 2 @ 1600',
    when: 'bob buys 5 @ 1600, post only',
    outcome: 'refused: would_take',
    book: '2 @ 1600 alice | nobody',
  },
];

const market: readonly Story[] = [
  {
    promise: 'a market order takes what is there and never rests',
    given: 'alice sells 2 @ 1600; carol sells 2 @ 1610',
    when: 'bob buys 5 at market',
    outcome: '2 @ 1600 with alice, 2 @ 1610 with carol, dropped: remainder',
    book: 'nobody | nobody',
  },
  {
    promise: 'a buyer stops 5 % above the best price, which still counts',
    given: 'alice sells 2 @ 1000; carol sells 2 @ 1050; carol sells 9 @ 1051',
    when: 'bob buys 5 at market',
    outcome: '2 @ 1000 with alice, 2 @ 1050 with carol, dropped: slippage',
    book: '9 @ 1051 carol | nobody',
  },
  {
    promise: 'a seller stops 5 % below the best price, rounded to his favour',
    given: 'alice buys 2 @ 1010; carol buys 2 @ 960; carol buys 9 @ 959',
    when: 'bob sells 5 at market',
    outcome: '2 @ 1010 with alice, 2 @ 960 with carol, dropped: slippage',
    book: 'nobody | 9 @ 959 carol',
  },
  {
    promise: 'by total, a buyer gets as many lots as it pays for, price by price',
    given: 'alice sells 2 @ 1000; carol sells 9 @ 1020',
    when: 'bob buys for 4050 at market',
    outcome: '2 @ 1000 with alice, 2 @ 1020 with carol',
    book: '7 @ 1020 carol | nobody',
  },
  {
    promise: 'by total, nothing is left when it comes out even',
    given: 'alice sells 2 @ 1000; carol sells 9 @ 1020',
    when: 'bob buys for 4040 at market',
    outcome: '2 @ 1000 with alice, 2 @ 1020 with carol',
    book: '7 @ 1020 carol | nobody',
  },
  {
    promise: 'by total, a seller sells until he has it',
    given: 'alice buys 2 @ 1000; carol buys 9 @ 990',
    when: 'bob sells for 3980 at market',
    outcome: '2 @ 1000 with alice, 2 @ 990 with carol',
    book: 'nobody | 7 @ 990 carol',
  },
  {
    promise: 'by total, lots stay whole',
    given: 'alice sells 50 @ 1000',
    when: 'bob buys for 29999 at market',
    outcome: '20 @ 1000 with alice',
    book: '30 @ 1000 alice | nobody',
    rules: { lot: 10 },
  },
  {
    promise: 'a total that pays for no lot meets nothing',
    given: 'alice sells 50 @ 1000',
    when: 'bob buys for 9999 at market',
    outcome: 'refused: total_below_minimum',
    book: '50 @ 1000 alice | nobody',
    rules: { lot: 10 },
  },
  {
    promise: 'there must be somebody to trade with',
    given: 'alice buys 2 @ 1600',
    when: 'bob buys 5 at market',
    outcome: 'refused: no_liquidity',
    book: 'nobody | 2 @ 1600 alice',
  },
  {
    promise: 'without an index no market order is taken either',
    given: 'alice sells 2 @ 1600',
    when: 'bob buys 2 at market',
    outcome: 'refused: index_stale',
    book: '2 @ 1600 alice | nobody',
    index: 'unknown',
  },
];

const oneself: readonly Story[] = [
  {
    promise: 'nobody trades with himself: the newer order is dropped where it meets the older',
    given: 'alice sells 2 @ 1600; bob sells 2 @ 1601; alice sells 2 @ 1602',
    when: 'bob buys 5 @ 1602',
    outcome: '2 @ 1600 with alice, dropped: self_trade',
    book: '2 @ 1601 bob, 2 @ 1602 alice | nobody',
  },
  {
    promise: 'an order that meets its owner first of all is refused',
    given: 'bob sells 2 @ 1600; alice sells 2 @ 1600',
    when: 'bob buys 1 @ 1600',
    outcome: 'refused: self_trade',
    book: '2 @ 1600 bob, 2 @ 1600 alice | nobody',
  },
  {
    promise: 'behind a stranger at the same price the stranger is met',
    given: 'alice sells 2 @ 1600; bob sells 2 @ 1600',
    when: 'bob buys 3 at market',
    outcome: '2 @ 1600 with alice, dropped: self_trade',
    book: '2 @ 1600 bob | nobody',
  },
  {
    promise: 'a fill that ends just before oneself is whole',
    given: 'alice sells 2 @ 1600; bob sells 2 @ 1600',
    when: 'bob buys 2 @ 1600, fill or kill',
    outcome: '2 @ 1600 with alice',
    book: '2 @ 1600 bob | nobody',
  },
  {
    promise: 'fill or kill does not count oneself',
    given: 'alice sells 2 @ 1600; bob sells 2 @ 1600; alice sells 9 @ 1601',
    when: 'bob buys 3 @ 1601, fill or kill',
    outcome: 'refused: would_not_fill',
    book: '2 @ 1600 alice, 2 @ 1600 bob, 9 @ 1601 alice | nobody',
  },
];

const limits: readonly Story[] = [
  {
    promise: 'a price lies on a tick',
    when: 'bob buys 5 @ 1603',
    outcome: 'refused: price_too_fine',
    book: 'nobody | nobody',
    rules: { tick: 5 },
  },
  {
    promise: 'an amount is whole lots',
    when: 'bob buys 15 @ 1600',
    outcome: 'refused: amount_too_fine',
    book: 'nobody | nobody',
    rules: { lot: 10 },
  },
  {
    promise: 'the smallest total is allowed',
    when: 'bob buys 5 @ 1600',
    outcome: '5 rest',
    book: 'nobody | 5 @ 1600 bob',
    rules: { totalMin: 8000 },
  },
  {
    promise: 'less than the smallest total is refused',
    when: 'bob buys 5 @ 1599',
    outcome: 'refused: total_below_minimum',
    book: 'nobody | nobody',
    rules: { totalMin: 8000 },
  },
  {
    promise: 'more than the largest total is refused',
    when: 'bob buys 6 @ 1600',
    outcome: 'refused: total_above_maximum',
    book: 'nobody | nobody',
    rules: { totalMax: 9599 },
  },
  {
    promise: 'a market order is worth what it is worth at the best price',
    given: 'alice sells 20 @ 1600',
    when: 'bob buys 5 at market',
    outcome: 'refused: total_below_minimum',
    book: '20 @ 1600 alice | nobody',
    rules: { totalMin: 8001 },
  },
  {
    promise: 'a price at the edge of the band is allowed',
    when: 'bob buys 5 @ 1440; alice sells 5 @ 1760',
    outcome: '5 rest',
    book: '5 @ 1760 alice | 5 @ 1440 bob',
    rules: { bandPpm: 100_000 },
  },
  {
    promise: 'a buyer may give away so much against the index, and no more',
    given: 'alice sells 5 @ 1632; alice sells 5 @ 1633',
    when: 'bob buys 5 @ 1632; bob buys 5 @ 1633',
    outcome: 'refused: price_outside_band',
    book: '5 @ 1633 alice | nobody',
    rules: { givePpm: 20_000 },
  },
  {
    promise: 'a seller may give away so much against the index, and no more',
    given: 'alice buys 5 @ 1568; alice buys 5 @ 1567',
    when: 'bob sells 5 @ 1568; bob sells 5 @ 1567',
    outcome: 'refused: price_outside_band',
    book: 'nobody | 5 @ 1567 alice',
    rules: { givePpm: 20_000 },
  },
  {
    promise: 'what rests far from the market on its own side may, also where little may be given away',
    when: 'bob buys 5 @ 1440; alice sells 5 @ 1760',
    outcome: '5 rest',
    book: '5 @ 1760 alice | 5 @ 1440 bob',
    rules: { bandPpm: 100_000, givePpm: 20_000 },
  },
  {
    promise: 'a market order stops where more would be given away against the index',
    given: 'alice sells 5 @ 1620; alice sells 5 @ 1640',
    when: 'bob buys 10 at market',
    outcome: '5 @ 1620 with alice, dropped: slippage',
    book: '5 @ 1640 alice | nobody',
    rules: { givePpm: 20_000 },
  },
  {
    promise: 'a market order meets no book that is too far from the index',
    given: 'alice sells 5 @ 1640',
    when: 'bob buys 5 at market',
    outcome: 'refused: book_outside_band',
    book: '5 @ 1640 alice | nobody',
    rules: { givePpm: 20_000 },
  },
  {
    promise: 'a price below the band is refused',
    when: 'bob buys 5 @ 1439',
    outcome: 'refused: price_outside_band',
    book: 'nobody | nobody',
    rules: { bandPpm: 100_000 },
  },
  {
    promise: 'a price above the band is refused',
    when: 'bob sells 5 @ 1761',
    outcome: 'refused: price_outside_band',
    book: 'nobody | nobody',
    rules: { bandPpm: 100_000 },
  },
  {
    promise: 'without an index no limit order is taken',
    when: 'bob buys 5 @ 1600',
    outcome: 'refused: index_stale',
    book: 'nobody | nobody',
    index: 'unknown',
  },
  {
    promise: 'who has as many open orders as allowed places no more',
    given: 'bob buys 1 @ 1500; bob buys 1 @ 1501',
    when: 'bob buys 1 @ 1502',
    outcome: 'refused: open_orders_full',
    book: 'nobody | 1 @ 1501 bob, 1 @ 1500 bob',
    rules: { openOrdersMax: 2 },
  },
  {
    promise: 'a cancel makes room for another order',
    given: 'bob buys 1 @ 1500; bob buys 1 @ 1501',
    when: 'bob cancels 1; bob buys 1 @ 1502',
    outcome: '1 rest',
    book: 'nobody | 1 @ 1502 bob, 1 @ 1501 bob',
    rules: { openOrdersMax: 2 },
  },
  {
    promise: 'orders that never rest need no room',
    given: 'bob buys 1 @ 1500; bob buys 1 @ 1501; alice sells 1 @ 1600',
    when: 'bob buys 1 @ 1600, immediate or cancel',
    outcome: '1 @ 1600 with alice',
    book: 'nobody | 1 @ 1501 bob, 1 @ 1500 bob',
    rules: { openOrdersMax: 2 },
  },
];

describe.each([
  ['priority', priority],
  ['kinds of orders', kinds],
  ['market orders', market],
  ['oneself', oneself],
  ['limits', limits],
])('%s', (_, stories) => {
  it.each(stories)('$promise', ({ given, when, outcome, book, rules, index = 1600 }) => {
    const known = index === 'unknown' ? undefined : index;
    for (const create of [createEmptyMarket, createNaiveMarket]) {
      const one = create(meant<MarketRules>({ ...generousRules, ...rules }));
      // What was given before is known to have been possible.
      if (given !== undefined) applySentences(one, given, 1600);
      const actual = outcomeText(applySentences(one, when, known, 1 + (given?.split('; ').length ?? 0)));
      expect({ outcome: actual, book: bookText(one) }).toEqual({ outcome, book });
    }
  });
});
