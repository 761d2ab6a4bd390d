import { meant } from '@marigold/money/testing/plain';
import { describe, expect, it } from 'vitest';

import { type Plan, planBook, rungsPerSide, type Standing, stepOf } from './grid.ts';

type Rules = Parameters<typeof planBook>[0];

/** BTC_USDT as the first migration has it: prices in cents, amounts in 0.00001. */
const rules = meant<Rules>({
  tick: 1,
  lot: 1,
  totalMin: 50_000_000,
  totalMax: 1_000_000_000_000,
});
const index = 6_741_218;
const seed = 7;

/** Follows plans until nothing is left to do; answers what stands then and how many rounds it took. */
function settle(
  at: number,
  standing: readonly Standing[] = [],
): { readonly standing: readonly Standing[]; readonly commands: number } {
  let book = standing;
  let commands = 0;
  for (let round = 0; round < 100; round += 1) {
    const plan = planBook(rules, { index: at, seed, standing: book, commandsMax: 5 });
    if (sizeOf(plan) === 0) return { standing: book, commands };
    expect(sizeOf(plan)).toBeLessThanOrEqual(5);
    commands += sizeOf(plan);
    book = carryOut(book, plan);
  }
  throw new Error('the book never settles');
}

const sizeOf = ({ cancels, places }: Plan) => cancels.length + places.length;
const carryOut = (book: readonly Standing[], { cancels, places }: Plan): readonly Standing[] => [
  ...book.filter(({ orderId }) => !cancels.includes(orderId)),
  ...places.map(({ side, price }) => ({ orderId: `${side} ${price}`, side, price })),
];
const pricesOf = (book: readonly Pick<Standing, 'side' | 'price'>[], side: 'buy' | 'sell') =>
  book.filter((one) => one.side === side).map(({ price }) => price);

describe('the demo book', () => {
  it('grows to fifteen rungs a side around the index, by five commands a round', () => {
    const { standing } = settle(index);
    expect(pricesOf(standing, 'buy')).toHaveLength(rungsPerSide);
    expect(pricesOf(standing, 'sell')).toHaveLength(rungsPerSide);
    expect(Math.max(...pricesOf(standing, 'buy'))).toBeLessThan(index);
    expect(Math.min(...pricesOf(standing, 'sell'))).toBeGreaterThan(index);
    expect(Math.min(...pricesOf(standing, 'buy'))).toBeGreaterThan(index * 0.99);
  });

  it('holds orders that the market takes: on the tick and the lot, between the smallest and the largest', () => {
    const { places } = planBook(rules, { index, seed, standing: [], commandsMax: 100 });
    for (const { price, amount } of places) {
      expect(Number.isInteger(price) && Number.isInteger(amount)).toBe(true);
      expect(price * amount).toBeGreaterThanOrEqual(rules.totalMin);
      expect(price * amount).toBeLessThanOrEqual(rules.totalMax);
    }
    expect(new Set(places.map(({ amount }) => amount)).size).toBeGreaterThan(20);
  });

  it('stands still while the index does, and follows it by few commands', () => {
    const first = settle(index);
    expect(settle(index, first.standing).commands).toBe(0);
    const moved = settle(index + stepOf(rules, index), first.standing);
    expect(moved.commands).toBeLessThanOrEqual(8);
    const back = settle(index, moved.standing);
    expect(back.commands).toBeLessThanOrEqual(8);
  });

  it('takes away first what a move of the index has come too near to', () => {
    const { standing } = settle(index);
    const far = index + 20 * stepOf(rules, index);
    const { cancels, places } = planBook(rules, { index: far, seed, standing, commandsMax: 5 });
    expect(places).toEqual([]);
    expect(cancels.every((id) => id.startsWith('sell'))).toBe(true);
    const after = settle(far, standing);
    expect(Math.max(...pricesOf(after.standing, 'buy'))).toBeLessThan(
      Math.min(...pricesOf(after.standing, 'sell')),
    );
  });

  it('fits markets of few and of many steps', () => {
    for (const [tick, at] of [
      [1, 12_841],
      [1, 10_000],
      [1, 5_213],
      [100, 6_741_200],
    ] as const) {
      const market = meant<Rules>({ ...rules, tick, totalMin: 1, totalMax: 10_000_000_000_000 });
      const { places } = planBook(market, { index: at, seed, standing: [], commandsMax: 100 });
      expect(places).toHaveLength(2 * rungsPerSide);
      expect(places.every(({ price }) => price % tick === 0)).toBe(true);
      expect(new Set(places.map(({ price }) => price)).size).toBe(places.length);
    }
  });
});
