import type { MarketRules } from '@marigold/matching/order';
import { meant } from '@marigold/money/testing/plain';
import { describe, expect, it } from 'vitest';

import { createClearing } from './clearing.ts';
import { journalsOf } from './journal.ts';
import type { Clearing, TradePosting, NewOrder, Placed } from './order.ts';

const rules = meant<MarketRules>({
  tick: 1,
  lot: 1,
  totalMin: 10,
  totalMax: 1_000_000,
  bandPpm: 100_000,
  givePpm: 100_000,
  slippagePpm: 50_000,
  openOrdersMax: 200,
});
const plenty = 10n ** 20n;
const [anna, boris, clara] = [1, 2, 3];

function openDesk(): Clearing {
  return createClearing({ rules, state: 'enabled', terms: { baseUnits: 10n, quoteUnits: 1n } });
}

let last = 0;
/** A limit order at a fee of 0.1 % (maker) and 0.2 % (taker), unless said otherwise. */
function limit(owner: number, side: 'buy' | 'sell', price: number, amount: number): NewOrder {
  last += 1;
  const order = { number: last, owner, side, price, amount, total: undefined, index: 100 };
  return meant<NewOrder>({
    ...order,
    type: 'limit',
    timeInForce: 'gtc',
    makerPpm: 1000,
    takerPpm: 2000,
  });
}

function market(owner: number, side: 'buy' | 'sell', of: { amount?: number; total?: number }): NewOrder {
  const sizes = { price: undefined, amount: of.amount, total: of.total };
  return meant<NewOrder>({ ...limit(owner, side, 100, 1), ...sizes, type: 'market', timeInForce: 'ioc' });
}

function place(clearing: Clearing, order: NewOrder, available = plenty): Placed {
  const placed = clearing.place(order, available);
  if (placed.kind === 'refused') throw new Error(placed.reason);
  return placed;
}

/** `1 -> order1: 500 quote`; a number alone is somebody's available balance. */
function lines(postings: readonly TradePosting[]): string[] {
  const name = (account: TradePosting['from']): string =>
    account.kind === 'fee' ? 'house' : `${account.kind === 'order' ? 'order' : ''}${account.owner}`;
  return postings.map(({ from, to, asset, units }) => `${name(from)} -> ${name(to)}: ${units} ${asset}`);
}

describe('an order', () => {
  it('that rests sets aside what it may cost, and nothing else postings', () => {
    const { order, postings, spent } = place(openDesk(), limit(anna, 'buy', 100, 50));
    expect(lines(postings)).toEqual(['1 -> order1: 5000 quote']);
    expect([order.status, order.heldUnits, spent]).toEqual(['wait', 5000n, 5000n]);
  });

  it('that takes pays the makers their own prices, and each side its fee from what it receives', () => {
    const clearing = openDesk();
    place(clearing, limit(anna, 'sell', 100, 30));
    place(clearing, limit(boris, 'sell', 101, 30));
    const { order, makers, postings, spent } = place(clearing, limit(clara, 'buy', 102, 50));
    expect(lines(postings)).toEqual([
      '3 -> 1: 2997 quote', // 3000 less 0.1 %
      '3 -> 2: 2017 quote',
      'order1 -> 3: 300 base',
      'order2 -> 3: 200 base',
      '3 -> house: 6 quote', // 3 of Anna, and 2.02 of Boris, rounded up
      '3 -> house: 2 base', // 0.6 and 0.4, each rounded up
    ]);
    expect([order.status, order.filled, order.filledTotal, order.feeUnits, spent]).toEqual([
      'done',
      50,
      5020,
      2n,
      5020n,
    ]);
    expect(makers.map(({ status, heldUnits, feeUnits }) => [status, heldUnits, feeUnits])).toEqual([
      ['done', 0n, 3n],
      ['wait', 100n, 3n],
    ]);
  });

  it('is refused where it is not covered at its own price, also when it would cost less', () => {
    const clearing = openDesk();
    place(clearing, limit(anna, 'sell', 95, 50));
    expect(clearing.place(limit(boris, 'buy', 100, 50), 4999n)).toEqual({
      kind: 'refused',
      reason: 'insufficient_balance',
    });
    expect(place(clearing, limit(boris, 'buy', 100, 50), 5000n).spent).toBe(4750n);
  });

  it('hears what is wrong with it before what is missing for it', () => {
    expect(openDesk().place(limit(anna, 'buy', 200, 50), 0n)).toEqual({
      kind: 'refused',
      reason: 'price_outside_band',
    });
  });
});

describe('a market order', () => {
  const sold = (): Clearing => {
    const clearing = openDesk();
    place(clearing, limit(anna, 'sell', 100, 30));
    place(clearing, limit(boris, 'sell', 102, 30));
    return clearing;
  };

  it('by amount needs what it would cost now', () => {
    expect(sold().place(market(clara, 'buy', { amount: 40 }), 4019n)).toMatchObject({ kind: 'refused' });
    expect(place(sold(), market(clara, 'buy', { amount: 40 }), 4020n).spent).toBe(4020n);
  });

  it('by total needs the total', () => {
    expect(sold().place(market(clara, 'buy', { total: 4020 }), 4019n)).toMatchObject({ kind: 'refused' });
    expect(place(sold(), market(clara, 'buy', { total: 4020 }), 4020n).order.filled).toBe(40);
  });

  it('says what is missing when nobody is there', () => {
    expect(openDesk().place(market(clara, 'buy', { amount: 40 }), plenty)).toEqual({
      kind: 'refused',
      reason: 'no_liquidity',
    });
  });
});

it('gives a cancelled order back what it still has set aside', () => {
  const clearing = openDesk();
  const { order } = place(clearing, limit(anna, 'buy', 100, 50));
  place(clearing, limit(boris, 'sell', 100, 20));
  const cancelled = clearing.cancel(order.number, 'user');
  if (cancelled.kind !== 'cancelled') throw new Error(cancelled.kind);
  expect(lines(cancelled.postings)).toEqual(['order1 -> 1: 3000 quote']);
  expect([cancelled.order.status, cancelled.order.reason, cancelled.order.filled]).toEqual([
    'cancel',
    'user',
    20,
  ]);
  expect(clearing.cancel(order.number, 'user')).toEqual({ kind: 'missing' });
});

it('takes back what followed a mark: the book, the records and who came first', () => {
  const clearing = openDesk();
  const first = place(clearing, limit(anna, 'sell', 100, 30)).order;
  const second = place(clearing, limit(boris, 'sell', 100, 30)).order;
  const before = clearing.hash();
  clearing.mark();
  place(clearing, limit(clara, 'buy', 100, 45));
  clearing.cancel(second.number, 'user');
  clearing.undo();
  expect(clearing.hash()).toBe(before);
  expect(clearing.find(first.number)).toEqual(first);
  expect(place(clearing, limit(clara, 'buy', 100, 1)).fills[0]?.maker).toBe(first.number);
  clearing.check();
});

it('writes no journal above 512 postings, and one key for each part of a long one', () => {
  const account = (owner: number) => ({ kind: 'available', owner }) as const;
  const postings = Array.from({ length: 1030 }, (_, owner): TradePosting => {
    return { from: account(0), to: account(owner + 1), asset: 'base', units: 1n };
  });
  const journals = journalsOf(
    { symbol: 'BTC_USDT', kind: 'order', orderId: 'one-two-three', postings },
    { assetId: () => 7, accountId: ({ kind, ...rest }) => BigInt(kind.length + Object.values(rest).length) },
  );
  expect(journals.map(({ key, postings }) => [key, postings.length])).toEqual([
    ['order:one-two-three', 512],
    ['order:one-two-three:2', 512],
    ['order:one-two-three:3', 6],
  ]);
});
