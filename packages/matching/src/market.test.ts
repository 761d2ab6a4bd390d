import { toPrice, toTotal } from '@marigold/money/steps';
import { meant } from '@marigold/money/testing/plain';
import { expect, it } from 'vitest';

import { createEmptyMarket } from '../testing/empty-market.ts';
import { drawFrom } from '../testing/random-commands.ts';
import { commandOf, depth, generousRules, applySentences, outcomeText } from '../testing/story.ts';
import { restoreMarket } from './market.ts';
import type { Command, MarketRules, MarketState, OpenOrder, Side } from './order.ts';

const closings: readonly [MarketState, string, string][] = [
  ['enabled', '2 @ 1600 with alice', '3 @ 1600 given back'],
  ['hidden', 'refused: market_closed', '5 @ 1600 given back'],
  ['locked', 'refused: market_closed', '5 @ 1600 given back'],
  ['disabled', 'refused: market_closed', 'refused: market_closed'],
];

it.each(closings)('%s: an order is answered "%s" and a cancel "%s"', (state, order, cancel) => {
  const one = createEmptyMarket(generousRules);
  applySentences(one, 'alice sells 5 @ 1600', 1600);
  one.change({ state });
  expect(outcomeText(applySentences(one, 'bob buys 2 @ 1600', 1600, 2))).toBe(order);
  expect(outcomeText(applySentences(one, 'alice cancels 1', 1600))).toBe(cancel);
});

it('adds up what stands at a price, best first', () => {
  const one = createEmptyMarket(generousRules);
  applySentences(
    one,
    'alice buys 2 @ 1500; bob buys 3 @ 1500; bob buys 1 @ 1501; carol sells 4 @ 1502',
    1600,
  );
  expect(depth(one, 'buy')).toBe('1 @ 1501, 5 @ 1500');
  expect(depth(one, 'sell')).toBe('4 @ 1502');
  expect([one.best('buy'), one.best('sell')]).toEqual([1501, 1502]);
  const at = (side: Side, price: number) => one.amountAt(side, toPrice(price));
  expect([at('buy', 1500), at('sell', 1500), at('buy', 7)]).toEqual([5, 0, 0]);
  expect(one.ordersOf(1)).toEqual([2, 3]);
});

it('says what an order would meet, and leaves the book as it is', () => {
  const one = createEmptyMarket(generousRules);
  applySentences(one, 'alice sells 2 @ 1600; alice sells 3 @ 1610', 1600);
  const { hash } = one;
  const before = hash();
  const ask = (sentence: string) => {
    const command = commandOf(sentence, 9, 1600);
    return command.kind === 'place' ? one.estimate(command) : undefined;
  };
  expect(ask('bob buys 4 at market')).toEqual({
    filled: 4,
    filledTotal: 6420,
    best: 1600,
    worst: 1610,
    isWhole: true,
  });
  expect(ask('bob buys 6 at market')).toMatchObject({ filled: 5, isWhole: false });
  expect(ask('bob buys 6 @ 1599')).toMatchObject({ filled: 0, best: undefined, worst: undefined });
  expect(ask('alice buys 1 @ 1600')).toEqual({ kind: 'refused', reason: 'self_trade' });
  expect(hash()).toBe(before);
});

it('counts amounts up to the last exact number, and refuses a sum beyond it', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const one = createEmptyMarket({ ...generousRules, totalMax: toTotal(most) });
  applySentences(one, `alice buys ${most - 1} @ 1`, 1);
  expect(outcomeText(applySentences(one, 'bob buys 2 @ 1', 1, 2))).toBe('refused: total_above_maximum');
  expect(outcomeText(applySentences(one, 'bob buys 1 @ 1', 1, 3))).toBe('1 rest');
  expect(one.amountAt('buy', toPrice(1))).toBe(most);
  expect(outcomeText(applySentences(one, `carol sells ${most} @ 1`, 1, 4))).toBe(
    `${most - 1} @ 1 with alice, 1 @ 1 with bob`,
  );
});

it('refuses what could come to more than is counted exactly', () => {
  const wide = { bandPpm: 999_999, givePpm: 999_999 };
  const one = createEmptyMarket({ ...generousRules, totalMax: toTotal(Number.MAX_SAFE_INTEGER), ...wide });
  applySentences(one, 'alice buys 1 @ 1000', 1000);
  expect(outcomeText(applySentences(one, `bob sells ${2 ** 50} @ 4`, 1000, 2))).toBe(
    'refused: total_above_maximum',
  );
});

it('throws before anything changes at what cannot be', () => {
  const one = createEmptyMarket(generousRules);
  applySentences(one, 'alice buys 2 @ 1500; alice buys 2 @ 1501', 1600);
  const order = commandOf('bob buys 2 @ 1500', 3, 1600);
  const before = one.hash();
  for (const wrong of [
    { number: 2 },
    { amount: 0 },
    { amount: -1 },
    { amount: NaN },
    { amount: 2 ** 53 },
    { amount: undefined },
    { total: 5 },
    { price: 0.5 },
    { price: Infinity },
    { owner: -1 },
    { owner: 2 ** 24 },
    { index: 0 },
  ]) {
    expect(() => one.apply(meant<Command>({ ...order, ...wrong })), JSON.stringify(wrong)).toThrow(/^Broken/);
  }
  expect(one.hash()).toBe(before);
  expect(() => createEmptyMarket(meant<MarketRules>({ ...generousRules, tick: 0.5 }))).toThrow(/^Broken/);
  expect(() => createEmptyMarket(meant<MarketRules>({ ...generousRules, totalMin: 2, totalMax: 1 }))).toThrow(
    /^Broken/,
  );
});

it('refuses a snapshot whose sides cross, or that has a number twice', () => {
  const one = createEmptyMarket(generousRules);
  applySentences(one, 'alice buys 2 @ 1500; bob sells 2 @ 1600', 1600);
  const whole = one.snapshot();
  const [bid] = whole.bids;
  if (bid === undefined) throw new Error('Nobody stands.');
  expect(() => restoreMarket({ ...whole, bids: [{ ...bid, price: toPrice(1600) }] })).toThrow(/^Broken/);
  expect(() => restoreMarket({ ...whole, bids: [bid, bid] })).toThrow(/^Broken/);
  expect(restoreMarket(whole).hash()).toBe(one.hash());
});

it('keeps thousands of prices in order, through cancels, fills and an undone batch', () => {
  const draw = drawFrom(7);
  const one = createEmptyMarket({ ...generousRules, bandPpm: 999_999, openOrdersMax: 10_000 });
  const orders = new Map<number, OpenOrder>();
  for (let number = 1; number <= 6000; number += 1) {
    const side = draw(2) === 0 ? 'buy' : 'sell';
    const price = side === 'buy' ? 1 + draw(50_000) : 50_001 + draw(40_000);
    const order = meant<OpenOrder>({ number, owner: draw(3000), side, price, left: 1 + draw(9) });
    const command = {
      timeInForce: 'gtc',
      amount: order.left,
      total: undefined,
      index: toPrice(50_000),
    } as const;
    one.apply({ kind: 'place', ...order, ...command });
    orders.set(number, order);
    const chosen = 1 + draw(number * 3);
    orders.delete(chosen);
    one.apply({ kind: 'cancel', number: chosen });
  }
  const hash = one.hash();
  one.mark();
  for (const { number } of orders.values()) if (draw(2) === 0) one.apply({ kind: 'cancel', number });
  applySentences(one, 'alice buys 900 at market; bob sells 900 at market', 50_000, 6001);
  one.undo();
  const line = (side: Side, sign: number) =>
    [...orders.values()]
      .filter((order) => order.side === side)
      .toSorted((left, right) => sign * (left.price - right.price) || left.number - right.number);
  expect(one.snapshot()).toMatchObject({ bids: line('buy', -1), asks: line('sell', 1) });
  expect(one.hash()).toBe(hash);
});

it('tells states apart by every bit of their numbers', () => {
  const [one, other] = [1, 1 + 2 ** 32].map((number) => {
    const market = createEmptyMarket(generousRules);
    market.apply({ ...commandOf('alice buys 2 @ 1500', 1, 1600), number });
    return market.hash();
  });
  expect(one).not.toBe(other);
});
