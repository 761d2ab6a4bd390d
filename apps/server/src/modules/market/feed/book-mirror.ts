/** A mirror of one side of a book, kept from its feed: the total at each price, best first. */
import type { Side } from '@marigold/contract/calls/market';

import type { FeedLevel } from './feed.ts';

export type MirrorSide = {
  /** Forgets everything and takes these. */
  reset(levels: readonly FeedLevel[]): void;
  set(price: number, amount: number): void;
  /** The best levels, at most so many. */
  best(max: number): readonly FeedLevel[];
  bestPrice(): number | undefined;
};

export function createMirrorSide(side: Side): MirrorSide {
  const amounts = new Map<number, number>();
  /** Sorted with the best price last: that is where a book changes, and where an array changes cheaply. */
  let prices: number[] = [];
  const isBefore = side === 'buy' ? (a: number, b: number) => a < b : (a: number, b: number) => a > b;

  function indexOf(price: number): number {
    let low = 0;
    let high = prices.length;
    // Ends: each turn halves what lies between the two.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(prices[middle] ?? 0, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    reset(levels) {
      amounts.clear();
      for (const [price, amount] of levels) if (amount > 0) amounts.set(price, amount);
      prices = [...amounts.keys()].toSorted((a, b) => (side === 'buy' ? a - b : b - a));
    },
    set(price, amount) {
      const isThere = amounts.has(price);
      if (amount > 0) {
        amounts.set(price, amount);
        if (!isThere) prices.splice(indexOf(price), 0, price);
      } else if (isThere) {
        amounts.delete(price);
        prices.splice(indexOf(price), 1);
      }
    },
    best(max) {
      const levels: FeedLevel[] = [];
      for (let at = prices.length - 1; at >= 0 && levels.length < max; at -= 1) {
        const price = prices[at] ?? 0;
        levels.push([price, amounts.get(price) ?? 0]);
      }
      return levels;
    },
    bestPrice: () => prices.at(-1),
  };
}
