/** What a drawn chart takes from the design tokens: they change with theme and scheme, a canvas does not follow by itself. */
import type { ChartOptions, DeepPartial } from 'lightweight-charts';

import type { ChartLineName } from './chart-data.ts';

export type AxisUnit = 'year' | 'month' | 'day' | 'time' | 'moment';

/** The library's kinds of marks on the time axis, in its order; the last one has seconds, which no candle needs. */
export const axisUnits: readonly AxisUnit[] = ['year', 'month', 'day', 'time', 'time'];

export type Tokens = {
  readonly up: string;
  readonly down: string;
  readonly upVolume: string;
  readonly downVolume: string;
  readonly text: string;
  readonly ground: string;
  readonly grid: string;
  readonly axis: string;
  readonly line: string;
  readonly lines: Readonly<Record<ChartLineName, string>>;
  readonly face: string;
  readonly size: number;
};

/** A third of a colour lets the candles stand out; tokens are written with six digits. */
const third = '52';

/** The tokens as they are painted at this place of the page. */
export function readTokens(element: Element): Tokens {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const [up, down] = [token('--up'), token('--down')];
  const [average1, average2, band] = [token('--ma-1'), token('--ma-2'), token('--ma-3')];
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return {
    up,
    down,
    upVolume: up + third,
    downVolume: down + third,
    text: token('--text'),
    ground: token('--canvas'),
    grid: token('--chart-grid'),
    axis: token('--chart-axis'),
    line: token('--line'),
    lines: { average1, average2, upper: band, middle: band, lower: band, strength: average2 },
    face: style.fontFamily,
    size: 11 * rem,
  };
}

/** Options of the whole chart in these tokens. */
export function chartLooks(tokens: Tokens): DeepPartial<ChartOptions> {
  const crosshair = { color: tokens.axis, labelBackgroundColor: tokens.text };
  return {
    layout: {
      background: { color: 'transparent' },
      textColor: tokens.axis,
      fontFamily: tokens.face,
      fontSize: tokens.size,
      panes: { separatorColor: tokens.line, separatorHoverColor: tokens.line, enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: tokens.grid } },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
  };
}
