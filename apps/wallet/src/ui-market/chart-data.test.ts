import { dayMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { changedFrom, type ChartCandle, chartTimes, linesOf } from './chart-data.ts';

const candle = (time: number, close = '1'): ChartCandle => [time, '1', '1', '1', close, '0'];
const minute = 60_000;

describe('the times of a chart', () => {
  it("follow the reader's clock, so that days begin at midnight there", () => {
    expect(chartTimes([0, minute], false, () => 480)).toEqual([28_800, 28_860]);
  });

  it('of candles of days stay where they begin', () => {
    expect(chartTimes([dayMs], true, () => 480)).toEqual([86_400]);
  });

  it('never meet or go back where a clock is set back', () => {
    const hour = 60 * minute;
    const times = chartTimes([0, hour, 2 * hour, 3 * hour], false, (time) => (time < 2 * hour ? 60 : 0));
    expect(times).toEqual([3600, 7200, 7201, 10_800]);
  });
});

describe('a chart that follows a market', () => {
  const [first, second, third] = [candle(1), candle(2), candle(3)];

  it('is told the end alone when only the end changed', () => {
    expect(changedFrom([first, second], [first, candle(2, '9')])).toBe(1);
    expect(changedFrom([first, second], [first, second, third])).toBe(2);
    expect(changedFrom([first, second], [first, candle(2, '9'), third])).toBe(1);
  });

  it('is told everything when older candles came, one in the middle changed or another market begins', () => {
    expect(changedFrom([second, third], [first, second, third])).toBeUndefined();
    expect(changedFrom([second], [first, second])).toBeUndefined();
    expect(changedFrom([first, second, third], [first, candle(2, '9'), third])).toBeUndefined();
    expect(changedFrom([], [first])).toBeUndefined();
    expect(changedFrom([first, second], [first])).toBeUndefined();
  });
});

describe('the lines over a chart', () => {
  const candles = Array.from({ length: 30 }, (_, index) => candle(index, String(index)));
  const none = { line: false, volume: true, average: false, bands: false, strength: false };

  it('are only those that are shown', () => {
    expect(linesOf(candles, none)).toEqual({});
    expect(Object.keys(linesOf(candles, { ...none, average: true }))).toEqual(['average1', 'average2']);
  });

  it('have a place for every candle', () => {
    const lines = linesOf(candles, { ...none, average: true, bands: true, strength: true });
    expect(Object.values(lines).map((line) => line.length)).toEqual([30, 30, 30, 30, 30, 30]);
    expect(lines.average1?.at(-1)).toBe(27);
  });
});
