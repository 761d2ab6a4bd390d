/** Lines over a chart, computed from closing prices. For drawing only: no amount is ever made of them. */

/** One value per candle; undefined where there are too few candles before it. */
export type IndicatorLine = readonly (number | undefined)[];

/** The mean of the last `count` values. */
export function movingAverage(values: readonly number[], count: number): IndicatorLine {
  let sum = 0;
  return values.map((value, index) => {
    sum += value - (index < count ? 0 : (values[index - count] ?? 0));
    return index < count - 1 ? undefined : sum / count;
  });
}

export type Bands = {
  readonly upper: IndicatorLine;
  readonly middle: IndicatorLine;
  readonly lower: IndicatorLine;
};

/** Bollinger's bands: the mean of the last `count` values and `width` standard deviations to either side. */
export function bollinger(values: readonly number[], count: number, width: number): Bands {
  const middle = movingAverage(values, count);
  const reach = middle.map((mean, index) => {
    if (mean === undefined) return undefined;
    const window = values.slice(index - count + 1, index + 1);
    const variance = window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
    return width * Math.sqrt(variance);
  });
  const at = (sign: 1 | -1): IndicatorLine =>
    middle.map((mean, index) => (mean === undefined ? undefined : mean + sign * (reach[index] ?? 0)));
  return { upper: at(1), middle, lower: at(-1) };
}

/**
 * Wilder's relative strength from 0 to 100: the first value is of the mean gain and loss of `count` changes, later ones
 * smooth them. A price that never moved stands in the middle.
 */
export function relativeStrength(values: readonly number[], count: number): IndicatorLine {
  let gain = 0;
  let loss = 0;
  return values.map((value, index) => {
    const change = index === 0 ? 0 : value - (values[index - 1] ?? value);
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    if (index <= count) {
      gain += up / count;
      loss += down / count;
    } else {
      gain = (gain * (count - 1) + up) / count;
      loss = (loss * (count - 1) + down) / count;
    }
    if (index < count) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}
