/** Verdicts on pictures that are painted here, the same in every run: a document on a table, and what may be wrong with it. */
import { describe, expect, it } from 'vitest';

import { judgeFrame, measureFrame, type Verdict } from './judge-frame.ts';

const width = 480;
const height = 333;

/** Even numbers from 0 to 1, the same for a seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

type Paint = {
  /** Of the frame's sides that the document fills. */
  readonly size?: number;
  readonly table?: number;
  readonly paper?: number;
  readonly ink?: number;
  /** Turned by so many degrees. */
  readonly turn?: number;
  readonly noise?: number;
};

/** Brightness of a document with a portrait and lines of letters, by pixel. */
function document(
  { size = 0.86, table = 90, paper = 205, ink = 60, turn = 0, noise = 0 }: Paint,
  seed: number,
) {
  const roll = dice(seed);
  const letters = Array.from({ length: 400 }, () => roll() < 0.6);
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const across = (x * cos + y * sin) / (width * size) + 0.5;
    const down = (y * cos - x * sin) / (height * size) + 0.5;
    const grain = (roll() - 0.5) * 2 * noise;
    if (across < 0 || across > 1 || down < 0 || down > 1) return table + grain;
    return paperAt(across, down, letters, paper, ink) + grain;
  });
}

function paperAt(across: number, down: number, letters: readonly boolean[], paper: number, ink: number) {
  if (across > 0.06 && across < 0.34 && down > 0.12 && down < 0.66) return (paper + ink) / 2;
  const [column, row] = [Math.floor(across * 48), Math.floor(down * 16)];
  const isLine = row % 2 === 1 && across > 0.4 && across < 0.95 && down < 0.7;
  const isCode = (row === 13 || row === 15) && across > 0.05 && across < 0.95;
  if ((!isLine && !isCode) || letters[row * 20 + (column % 20)] !== true) return paper;
  // A letter, with the gap to the next one.
  return (across * 48) % 1 < 0.62 ? ink : paper;
}

function pixelsOf(grey: Float32Array): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(grey.length * 4);
  for (const [at, value] of grey.entries())
    pixels.fill(value, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
  return pixels;
}

/** A mean over a square around each pixel: out of focus. */
function blurred(grey: Float32Array, radius: number): Float32Array {
  const pass = (from: Float32Array, step: number, inLine: (at: number) => number, length: number) =>
    from.map((_, at) => {
      let [sum, count] = [0, 0];
      for (let by = -radius; by <= radius; by += 1) {
        const place = inLine(at) + by;
        if (place < 0 || place >= length) continue;
        sum += from[at + by * step] ?? 0;
        count += 1;
      }
      return sum / count;
    });
  const across = pass(grey, 1, (at) => at % width, width);
  return pass(across, width, (at) => Math.floor(at / width), height);
}

/** A lamp in the foil: so many px around a point are burnt out, and fade around that. */
function withLamp(grey: Float32Array, radius: number): Float32Array {
  return grey.map((value, at) => {
    const far = Math.hypot((at % width) - width * 0.6, Math.floor(at / width) - height * 0.4);
    return far < radius ? 255 : Math.max(value, 255 - (far - radius) * 6);
  });
}

const lit = (grey: Float32Array, factor: number) => grey.map((value) => value * factor);
const plain = (value: number, noise: number, seed: number) => {
  const roll = dice(seed);
  return Float32Array.from({ length: width * height }, () => value + (roll() - 0.5) * 2 * noise);
};

const seeds = [1, 7, 2026, 40_961] as const;

const frames: readonly (readonly [name: string, verdict: Verdict, paint: (seed: number) => Float32Array])[] =
  [
    ['a document in the guide', 'good', (seed) => document({}, seed)],
    ['one that is held a little askew', 'good', (seed) => document({ turn: 2 }, seed)],
    ['one in the noise of a phone', 'good', (seed) => document({ noise: 6 }, seed)],
    ['one on a light table', 'good', (seed) => document({ table: 190, paper: 225 }, seed)],
    ['one on a dark table', 'good', (seed) => document({ table: 40 }, seed)],
    ['one that fills the frame', 'good', (seed) => document({ size: 1.1 }, seed)],
    ['a page out of a scanner', 'good', (seed) => document({ size: 1.1, paper: 255, ink: 20 }, seed)],
    ['a small spark in the foil', 'good', (seed) => withLamp(document({}, seed), 8)],
    ['a document out of focus', 'blurred', (seed) => blurred(document({}, seed), 4)],
    ['one that was moved', 'blurred', (seed) => blurred(document({ noise: 3 }, seed), 7)],
    ['a lamp in the foil', 'glare', (seed) => withLamp(document({}, seed), 45)],
    ['a window in the foil', 'glare', (seed) => withLamp(document({}, seed), 90)],
    ['a document in a dark room', 'dark', (seed) => lit(document({}, seed), 0.25)],
    ['a finger on the lens', 'dark', (seed) => plain(12, 6, seed)],
    ['a document in the sun', 'bright', (seed) => document({ table: 252, paper: 255, ink: 235 }, seed)],
    ['one far away', 'far', (seed) => document({ size: 0.4 }, seed)],
    ['one far away, held askew', 'far', (seed) => document({ size: 0.45, turn: 4 }, seed)],
    ['a bare wall', 'far', (seed) => plain(160, 1, seed)],
    ['a bare wall in noise', 'far', (seed) => plain(160, 4, seed)],
  ];

describe('the verdict', () => {
  it.for(frames)('on %s is: %s', ([, verdict, paint]) => {
    const found = seeds.map((seed) => judgeFrame(pixelsOf(paint(seed)), width, height));
    expect(found).toEqual(seeds.map(() => verdict));
  });

  it('on nothing at all is no defect', () => {
    expect(judgeFrame([], 0, 0)).toBe('dark');
    expect(judgeFrame([255, 255, 255, 255], 1, 1)).toBe('bright');
  });
});

describe('the measures', () => {
  it('see light, burnt pixels and where the edges lie', () => {
    const seen = measureFrame(pixelsOf(document({ size: 0.5 }, 1)), width, height);
    expect(seen.width).toBeCloseTo(0.5, 1);
    expect(seen.height).toBeCloseTo(0.5, 1);
    expect(measureFrame(pixelsOf(plain(100, 0, 1)), width, height)).toMatchObject({
      burnt: 0,
      ink: 1,
      contrast: expect.closeTo(0, 0),
      sharpness: expect.closeTo(0, 0),
      width: 0,
      height: 0,
    });
  });

  it('lose sharpness with focus, step by step', () => {
    const sharp = document({}, 1);
    const steps = [0, 1, 2, 4, 8].map((radius) => {
      const grey = radius === 0 ? sharp : blurred(sharp, radius);
      return measureFrame(pixelsOf(grey), width, height).sharpness;
    });
    expect(steps).toEqual(steps.toSorted((one, other) => other - one));
    expect(steps[0]).toBeGreaterThan(10 * (steps[3] ?? Infinity));
  });
});
