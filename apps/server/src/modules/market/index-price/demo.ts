/**
 * The demo source: prices that walk around the rates by a rule of clock and seed, the same on every machine, also for
 * moments that are past. Nothing of it is a price that anybody pays. Never in production.
 */
import { formatUnits } from '@marigold/money/amount';
import { getDecimal } from '@marigold/money/decimal';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import type { PriceSource } from '../port.ts';
import { crossRates } from './rates.ts';

type Wave = {
  /** How long it goes from one drawn height to the next. */
  readonly stepMs: number;
  /** The largest height, in millionths of the price. */
  readonly ppm: number;
};

const second = 1_000;

/** Together a walk that moves about 0.02 percent a second and stays within some 1.5 percent of the rate. */
const breath: readonly Wave[] = [
  { stepMs: second, ppm: 150 },
  { stepMs: 4 * second, ppm: 250 },
  { stepMs: 15 * second, ppm: 350 },
  { stepMs: minuteMs, ppm: 500 },
  { stepMs: 4 * minuteMs, ppm: 900 },
  { stepMs: 15 * minuteMs, ppm: 1_800 },
  { stepMs: hourMs, ppm: 3_500 },
  { stepMs: 4 * hourMs, ppm: 6_000 },
];

/** What only the past has: from day to day and from season to season. */
const seasons: readonly Wave[] = [
  { stepMs: dayMs, ppm: 14_000 },
  { stepMs: 4 * dayMs, ppm: 28_000 },
  { stepMs: 16 * dayMs, ppm: 55_000 },
  { stepMs: 64 * dayMs, ppm: 100_000 },
  { stepMs: 256 * dayMs, ppm: 160_000 },
];

/** Coins that are meant to keep one price breathe so much less. */
const stableShare = 0.03;
const billion = 1_000_000_000n;

/** A number between 0 and 1 for each seed and place; the same one always. */
export function drawn(seed: number, place: number): number {
  let mixed = seed ^ Math.imul(place, 0x85eb_ca6b) ^ Math.imul(Math.floor(place / 2 ** 32), 0xc2b2_ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb_352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846c_a68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** One seed out of a seed and a name. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed | 0;
  for (const character of name) mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  return mixed;
}

/** How high waves stand at a moment; what belongs to each wave is drawn once. */
function heightsOf(waves: readonly Wave[], seed: number): (time: number) => number {
  const own = waves.map((wave) => ({ ...wave, seed: seedOf(seed, `${wave.stepMs}`) }));
  return (time) =>
    own.reduce((sum, { stepMs, ppm, seed: waveSeed }) => {
      const step = Math.floor(time / stepMs);
      const part = time / stepMs - step;
      const smooth = part * part * (3 - 2 * part);
      const height = drawn(waveSeed, step) * (1 - smooth) + drawn(waveSeed, step + 1) * smooth;
      return sum + (ppm / 1e6) * (2 * height - 1);
    }, 0);
}

export type DemoWalk = {
  readonly symbol: string;
  readonly seed: number;
  readonly isStable: boolean;
};

/**
 * How far the walk lies from the rate at a moment, in billionths of it. With `met`, the moment at which it last met the
 * rate, moments before that have their seasons as well.
 */
export function createWalk({ symbol, seed, isStable }: DemoWalk, met?: number): (time: number) => bigint {
  const own = seedOf(seed, symbol);
  const share = isStable ? stableShare : 1;
  const breathing = heightsOf(breath, own);
  const seasonal = met === undefined ? () => 0 : heightsOf(seasons, own);
  const metAt = met === undefined ? 0 : seasonal(met);
  return (time) => {
    const height = (breathing(time) + seasonal(time) - metAt) * share;
    return BigInt(Math.round(Math.expm1(height) * 1e9));
  };
}

/** Price units moved by billionths. */
export function movedBy(units: bigint, billionths: bigint): bigint {
  return (units * (billion + billionths)) / billion;
}

export function createDemoPrices({
  db,
  seed,
}: {
  readonly db: Database;
  readonly seed: number;
}): PriceSource {
  return {
    name: 'demo',
    async fetch(now) {
      const rates = await crossRates(db, now);
      return rates.map(({ symbol, price, isStable }) => ({
        symbol,
        price: movedDecimal(price, createWalk({ symbol, seed, isStable })(now)),
      }));
    },
  };
}

/** A decimal string moved by billionths, with its own decimals. */
function movedDecimal(price: string, billionths: bigint): string {
  const { digits, scale } = getDecimal(price);
  return formatUnits(movedBy(digits, billionths), scale);
}
