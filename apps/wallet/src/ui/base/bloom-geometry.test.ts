import { describe, expect, it } from 'vitest';

import { petalCount, petalPath, petalTransform, petalsForShare, petalsOf } from './bloom-geometry.ts';

describe('the bloom', () => {
  it('lights no petal before the first twelfth is complete', () => {
    expect([-1, 0, 0.08, Number.NaN].map(petalsForShare)).toEqual([0, 0, 0, 0]);
  });

  it('lights the last petal only when the share is complete', () => {
    expect([11 / 12, 0.999, 1, 4].map(petalsForShare)).toEqual([11, 11, 12, 12]);
  });

  it('lights one petal for each of twelve steps, and never one that was not counted', () => {
    const steps = Array.from({ length: 13 }, (_, index) => index);
    expect(steps.map((step) => petalsOf(step, 12))).toEqual(steps);
    expect([petalsOf(19, 20), petalsOf(20, 20), petalsOf(40, 12), petalsOf(-1, 12), petalsOf(1, 0)]).toEqual([
      11, 12, 12, 0, 0,
    ]);
  });

  it('spreads its twelve petals evenly around the circle', () => {
    const degrees = Array.from({ length: petalCount }, (_, index) => petalTransform(index));
    expect(degrees).toEqual(
      [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330].map((degree) => `rotate(${degree})`),
    );
  });

  it('leaves room in the middle when a number stands there', () => {
    expect(petalPath(true)).not.toBe(petalPath(false));
  });
});
