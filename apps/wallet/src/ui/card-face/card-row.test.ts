import { expect, it } from 'vitest';

import { cardByKey, closestTo } from './card-row.ts';

it('finds the card that is closest to the middle, the first of two', () => {
  const middles = [170, 490, 810];
  expect([0, 170, 331, 400, 5_000].map((place) => closestTo(place, middles))).toEqual([0, 0, 1, 1, 2]);
  expect(closestTo(330, middles)).toBe(0);
  expect(closestTo(10, [])).toBe(0);
});

it('goes from card to card by keys, and never past an end', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => cardByKey(key, 1, 4))).toEqual([2, 0, 0, 3]);
  expect([cardByKey('ArrowRight', 3, 4), cardByKey('ArrowLeft', 0, 4)]).toEqual([3, 0]);
  expect(['ArrowDown', 'Enter', 'a'].map((key) => cardByKey(key, 1, 4))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
