import { describe, expect, it } from 'vitest';

import { engravings, faceHeight, faceWidth, rosettePath, wavesPath } from './card-art.ts';

/** Where each line of a path begins, and where it has come to after its arcs. */
function linesOf(path: string): { start: [number, number]; end: [number, number] }[] {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      const [from = '', ...arcs] = line.split('a');
      const [x = Number.NaN, y = Number.NaN] = from.split(' ').map(Number);
      const steps = arcs.map((arc) => arc.split(' ').slice(-2).map(Number));
      const end = (axis: 0 | 1, start: number): number =>
        steps.reduce((sum, step) => sum + (step[axis] ?? Number.NaN), start);
      return { start: [x, y], end: [end(0, x), end(1, y)] };
    });
}

describe('a rosette', () => {
  const around = { x: 100, y: 50, count: 12, along: 14, across: 7 };

  it('closes each of its ellipses', () => {
    const lines = linesOf(rosettePath({ ...around, distance: 20 }));
    expect(lines).toHaveLength(12);
    for (const { start, end } of lines) {
      expect(end[0]).toBeCloseTo(start[0], 6);
      expect(end[1]).toBeCloseTo(start[1], 6);
    }
  });

  it('lays them evenly around its middle', () => {
    const starts = linesOf(rosettePath({ ...around, distance: 20 })).map(({ start }) => start);
    const degrees = starts.map(([x, y]) => Math.round((Math.atan2(y - 50, x - 100) * 180) / Math.PI));
    expect(degrees.map((one) => (one + 360) % 360)).toEqual([
      0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330,
    ]);
    for (const [x, y] of starts) expect(Math.hypot(x - 100, y - 50)).toBeCloseTo(6, 1);
  });

  it('turns ellipses around their own middle by half a turn: a whole one draws each of them twice', () => {
    const path = rosettePath({ ...around, count: 4, distance: 0 });
    const turns = [...path.matchAll(/a14 7 (\S+)/g)].map(([, degrees]) => Number(degrees));
    expect(turns).toEqual([0, 0, 45, 45, 90, 90, 135, 135]);
  });
});

describe('waves', () => {
  it('reach over both sides of the face, from above it to below', () => {
    const levels = [...wavesPath().matchAll(/M-10 (\S+)C/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBeLessThan(0);
    expect(levels.at(-1)).toBeGreaterThan(faceHeight);
    const ends = [...wavesPath().matchAll(/ (\S+) \S+(?=M|$)/g)].map(([, x]) => Number(x));
    expect(ends).toHaveLength(levels.length);
    expect(Math.min(...ends)).toBeGreaterThan(faceWidth);
  });
});

it.for(Object.entries(engravings))('engraves %s in less than 12 kB, with no number lost', ([, lines]) => {
  const paths = lines.map(({ path }) => path);
  expect(paths.join('').length).toBeGreaterThan(0);
  expect(paths.join('').length).toBeLessThan(12_000);
  expect(paths.filter((path) => /NaN|undefined|e-/.test(path))).toEqual([]);
});
