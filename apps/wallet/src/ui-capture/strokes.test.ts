import { describe, expect, it } from 'vitest';

import { fitPad, fitSheet, isSignature, unfit } from './strokes.ts';

const line = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }));

describe('a signature', () => {
  it.for([
    ['nothing', [], false],
    ['a dot', [line([10, 10])], false],
    ['three dots far apart', [line([10, 10]), line([150, 10]), line([300, 10])], false],
    ['a scratch', [line([10, 10], [30, 30])], false],
    [
      'a scribble on one spot',
      [line(...Array.from({ length: 100 }, (_, at) => [at % 2, 0] as const))],
      false,
    ],
    ['a line across', [line([10, 10], [90, 12])], true],
    ['two lines that cross', [line([10, 10], [50, 40]), line([10, 40], [50, 10])], true],
  ] as const)('is decided for %s', ([, strokes, isOne]) => {
    expect(isSignature(strokes)).toBe(isOne);
  });
});

describe('the pad', () => {
  const upright = { width: 343, height: 250 };
  const across = { width: 780, height: 200 };

  it('shows a drawing whole and in the middle after a turn', () => {
    expect(fitPad(upright, across)).toEqual({ scale: 0.8, left: (780 - 343 * 0.8) / 2, top: 0 });
    expect(fitPad(upright, upright)).toEqual({ scale: 1, left: 0, top: 0 });
  });

  it('takes points where they are seen', () => {
    const fit = fitPad(upright, across);
    const point = { x: 100, y: 60 };
    const seen = { x: point.x * fit.scale + fit.left, y: point.y * fit.scale + fit.top };
    expect(unfit(seen, fit).x).toBeCloseTo(100);
    expect(unfit(seen, fit).y).toBeCloseTo(60);
  });
});

describe('the sheet', () => {
  const pad = { width: 343, height: 250 };
  const sheet = { width: 1200, height: 500 };

  it.for([
    ['a wide one', line([20, 100], [320, 140])],
    ['a high one', line([100, 10], [140, 240])],
    ['a small one in a corner', line([5, 5], [60, 40])],
  ] as const)('holds %s whole, in its middle', ([, stroke]) => {
    const { scale, left, top } = fitSheet([stroke], pad, sheet);
    const xs = stroke.map(({ x }) => x * scale + left);
    const ys = stroke.map(({ y }) => y * scale + top);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(39);
    expect(Math.max(...ys)).toBeLessThanOrEqual(461);
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(600);
    expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(250);
  });

  it('never shows one larger than it would be on a pad of that width', () => {
    expect(fitSheet([line([5, 5], [10, 8])], pad, sheet).scale).toBeCloseTo(1200 / 343);
  });
});
