import { describe, expect, it } from 'vitest';

import { isPullComplete, pullDistance, pullGoalPx, pullPetals } from './pull.ts';

describe('a pull', () => {
  it('follows the finger half as far and never upwards', () => {
    expect([-40, 0, 40, 100].map(pullDistance)).toEqual([0, 0, 20, 50]);
  });

  it('ends somewhere, however far the finger goes', () => {
    expect(pullDistance(10_000)).toBe(pullDistance(300));
  });

  it('fills its petals one by one and all of them exactly when letting go refreshes', () => {
    for (let distance = 0; distance <= 112; distance += 1) {
      expect(pullPetals(distance) === 12).toBe(isPullComplete(distance));
    }
    expect(pullPetals(pullGoalPx / 2)).toBe(6);
  });
});
