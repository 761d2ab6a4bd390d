import { hourMs, minuteMs } from '@marigold/money/spans';
import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import { meant } from '@marigold/money/testing/plain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Cents } from '../../rate/worth.ts';
import { lossLimit } from './loss-limit.ts';
import { addLoss, givenBy, givenNow, lossOf, mergeLosses, mostGiven, windowStart } from './loss.ts';

const hour = hourMs;
const nothing = { filled: 0, filledTotal: 0 };
type Given = Parameters<typeof givenBy>[0];
type Requested = Parameters<typeof givenNow>[0] & Parameters<typeof mostGiven>[0];

describe('what an order gives away', () => {
  it.for([
    ['a buy that waits above the index', { side: 'buy', price: 102, amount: 10 }, nothing, 20],
    ['a sell that waits below it', { side: 'sell', price: 97, amount: 10 }, nothing, 30],
    ['a buy below it', { side: 'buy', price: 95, amount: 10 }, nothing, 0],
    ['a sell above it', { side: 'sell', price: 105, amount: 10 }, nothing, 0],
    [
      'half taken cheaper, half waiting dearer',
      { side: 'buy', price: 102, amount: 10 },
      { filled: 5, filledTotal: 505 },
      15,
    ],
    [
      'what was taken below the index, which pays for nothing else',
      { side: 'buy', price: 100, amount: 10 },
      { filled: 5, filledTotal: 450 },
      0,
    ],
  ] as const)('%s', ([, order, taken, given]) => {
    expect(givenBy(meant<Given>({ ...order, ...taken, isOpen: true }), toPrice(100))).toBe(given);
  });

  it('is what it took alone once nothing of it waits', () => {
    const order = { side: 'buy', price: 102, amount: 10, filled: 5, filledTotal: 510 } as const;
    expect(givenBy(meant<Given>({ ...order, isOpen: false }), toPrice(100))).toBe(10);
  });

  it('is never more than what was foreseen for it, whatever it meets', () => {
    const givePpm = 20_000;
    const orders = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      index: fc.integer({ min: 1_000, max: 1_000_000 }),
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      /** How far from the index it waits at most, and how much of that each part that it takes is away. */
      ppm: fc.integer({ min: -100_000, max: givePpm }),
      parts: fc.array(
        fc.record({
          size: fc.integer({ min: 1, max: 1_000 }),
          closeness: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 5 },
      ),
      isMarket: fc.boolean(),
    });
    fc.assert(
      fc.property(orders, ({ side, index, amount, ppm, parts, isMarket }) => {
        const away = side === 'buy' ? 1 : -1;
        const worst = index + away * Math.floor((index * (isMarket ? givePpm : ppm)) / 1_000_000);
        let [filled, filledTotal] = [0, 0];
        for (const { size, closeness } of parts) {
          const piece = Math.min(size, amount - filled);
          // Never worse than the order's own bound, sometimes better.
          filled += piece;
          filledTotal += piece * (worst - away * Math.floor(closeness * index * 0.05));
        }
        const price = isMarket ? undefined : worst;
        const timeInForce = isMarket ? 'ioc' : 'gtc';
        const order = meant<Requested>({ side, price, amount, total: undefined, timeInForce });
        const taken = { filled: toAmount(filled), filledTotal: toTotal(filledTotal) };
        const given = givenNow(order, taken, toPrice(index));
        expect(given).toBeGreaterThanOrEqual(0);
        expect(given).toBeLessThanOrEqual(mostGiven(order, toPrice(index), givePpm));
      }),
    );
  });
});

describe('what was given away within a day', () => {
  const noon = Date.UTC(2026, 10, 24, 12);

  it('counts an order for a day at least, and no longer than a quarter of an hour more', () => {
    const pieces = new Map<number, number>();
    addLoss(pieces, noon, 7);
    expect(lossOf(pieces, noon + 24 * hour)).toBe(7);
    expect(lossOf(pieces, noon + 24 * hour + 16 * minuteMs)).toBe(0);
    expect(windowStart(noon + 24 * hour)).toBeLessThanOrEqual(noon);
  });

  it('takes off what an order that was taken back does not give any more', () => {
    const pieces = new Map<number, number>();
    addLoss(pieces, noon, 7);
    addLoss(pieces, noon, -5);
    expect(lossOf(pieces, noon + hour)).toBe(2);
  });

  it('of people whose orders were not read stays unknown, so that they are read', () => {
    const [known, changed] = [new Map([[1, new Map([[0, 1]])]]), new Map([[2, new Map([[5, 3]])]])];
    mergeLosses(known, changed, noon);
    expect(known.has(2)).toBe(false);
  });
});

describe('the limit', () => {
  const terms = { quote: 'USDT', priceDecimals: 2, amountDecimals: 5, lossPercent: '1', lossUsd: '20' };
  const whole = 10 ** 7;

  it.for([
    ['20 US dollars for whoever is worth little', 100_00n, '1', 20],
    ['a hundredth of the worth for whoever is worth more', 50_000_00n, '1', 500],
    ['less of a quote asset that is worth more', 50_000_00n, '2', 250],
    ['nothing where nobody knows what the quote asset is worth', 50_000_00n, undefined, 0],
  ] as const)('is %s', ([, worth, rate, limit]) => {
    expect(lossLimit(terms, worth as Cents, rate) / whole).toBe(limit);
  });
});
