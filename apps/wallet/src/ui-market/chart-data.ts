/** Candles as a chart draws them: numbers for drawing only, times on the clock of the reader, and the lines over them. */
import { bollinger, type IndicatorLine, movingAverage, relativeStrength } from './indicators.ts';

/** Opening time in epoch ms, then open, high, low, close and volume as decimal strings. */
export type ChartCandle = readonly [
  time: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
];

/** What is drawn beside the candles. */
export type ChartShows = {
  /** A line through the closing prices in place of candles. */
  readonly line: boolean;
  readonly volume: boolean;
  readonly average: boolean;
  readonly bands: boolean;
  readonly strength: boolean;
};

export const averageCounts = [5, 10] as const;
export const bandsCount = 20;
const bandsWidth = 2;
export const strengthCount = 14;

/** Every line by its name, those that are not shown left out. */
export type ChartLines = Readonly<Partial<Record<ChartLineName, IndicatorLine>>>;
export type ChartLineName = 'average1' | 'average2' | 'upper' | 'middle' | 'lower' | 'strength';

/** The lines over these candles. */
export function linesOf(candles: readonly ChartCandle[], shows: ChartShows): ChartLines {
  const closes = candles.map(([, , , , close]) => Number(close));
  const [first, second] = averageCounts;
  return {
    ...(shows.average
      ? { average1: movingAverage(closes, first), average2: movingAverage(closes, second) }
      : {}),
    ...(shows.bands ? bollinger(closes, bandsCount, bandsWidth) : {}),
    ...(shows.strength ? { strength: relativeStrength(closes, strengthCount) } : {}),
  };
}

/**
 * Chart times in seconds. The chart counts in UTC, so they are moved by the zone's offset: days then begin at the
 * reader's midnight. Where a clock is set back two candles would meet: the later ones keep their order a second apart.
 * Candles of days and weeks begin by UTC and stay.
 */
export function chartTimes(
  times: readonly number[],
  isOfDays: boolean,
  offsetMinutes: (timeMs: number) => number = zoneOffset,
): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  return times.map((timeMs) => {
    const seconds = Math.floor(timeMs / 1000) + (isOfDays ? 0 : 60 * offsetMinutes(timeMs));
    last = Math.max(seconds, last + 1);
    return last;
  });
}

function zoneOffset(timeMs: number): number {
  return -new Date(timeMs).getTimezoneOffset();
}

/**
 * From which candle on the chart must be drawn again; undefined: all of it, because the data was replaced or older
 * candles were added in front.
 */
export function changedFrom(
  before: readonly ChartCandle[],
  after: readonly ChartCandle[],
): number | undefined {
  const sameLength = Math.min(before.length, after.length);
  if (sameLength === 0 || after.length < before.length || before[0]?.[0] !== after[0]?.[0]) return undefined;
  const index = before.findIndex((candle, at) => candle !== after[at]);
  const from = index === -1 ? before.length : index;
  // Only the end can be told alone.
  return from >= before.length - 1 ? from : undefined;
}
