/**
 * The drawing itself, with lightweight-charts; loaded when a chart is first seen. Its own attribution logo writes markup
 * into the page, which our content security policy forbids: the link to TradingView stands beneath the chart instead.
 */
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LogicalRange,
  type MouseEventParams,
  type PriceFormat,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';

import {
  changedFrom,
  type ChartCandle,
  type ChartLineName,
  type ChartLines,
  type ChartShows,
  chartTimes,
} from './chart-data.ts';
import { type AxisUnit, axisUnits, chartLooks, readTokens, type Tokens } from './chart-looks.ts';
import { drawnDecimal } from './drawn-decimal.ts';

export type ChartFormat = {
  /** A price as a decimal string, in the reader's way. */
  readonly price: (decimal: string) => string;
  /** A volume, shortened where it is large. */
  readonly volume: (decimal: string) => string;
  /** A moment of the time axis in ms, already on the reader's clock: to be read as UTC. */
  readonly axis: (timeMs: number, unit: AxisUnit) => string;
  /** When a candle began, epoch ms. */
  readonly time: (timeMs: number) => string;
};

/** Where a reader stood in a chart that is drawn anew. */
export type ChartViewport = { readonly barSpacing: number; readonly position: number };

export type ChartSettings = {
  readonly shows: ChartShows;
  /** Decimals of a price. */
  readonly decimals: number;
  /** Candles of a day or longer. */
  readonly isOfDays: boolean;
  readonly format: ChartFormat;
  readonly place: ChartViewport | undefined;
  /** The candle under the crosshair, by its place; undefined when it left. */
  readonly onHover: (index: number | undefined) => void;
  /** The oldest candles are nearly in sight. */
  readonly onOlder: () => void;
};

export type ChartDrawing = {
  readonly show: (candles: readonly ChartCandle[], lines: ChartLines) => void;
  /** Colours and face from the tokens as they are painted now. */
  readonly paint: () => void;
  /** Puts the crosshair on a candle, or takes it away. */
  readonly point: (index: number | undefined) => void;
  readonly zoom: (factor: number) => void;
  readonly end: () => ChartViewport;
};

const barSpacing = 7;
const barSpacingMin = 2;
const barSpacingMax = 40;
/** Empty candles behind the newest. */
const rightOffset = 2;
/** So many candles before the edge the older ones are asked for. */
const olderBefore = 20;

/** Draws a chart into an element that has a size. */
export function drawChart(element: HTMLElement, settings: ChartSettings): ChartDrawing {
  const { place } = settings;
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false },
    crosshair: { mode: CrosshairMode.Normal },
    // A finger that goes up or down scrolls the page, not the prices.
    handleScroll: { vertTouchDrag: false },
    timeScale: {
      barSpacing: place?.barSpacing ?? barSpacing,
      rightOffset: place?.position ?? rightOffset,
      timeVisible: !settings.isOfDays,
      borderVisible: false,
      tickMarkFormatter: (time: Time, type: number) =>
        settings.format.axis(Number(time) * 1000, axisUnits[type] ?? 'time'),
    },
    rightPriceScale: { borderVisible: false },
    localization: { timeFormatter: (time: Time) => settings.format.axis(Number(time) * 1000, 'moment') },
  });
  const series = addSeries(chart, settings);
  let candles: readonly ChartCandle[] = [];
  let lines: ChartLines = {};
  let times: readonly number[] = [];
  let tokens: Tokens = readTokens(element);
  listen(chart, settings, () => candles.length);

  function paint(): void {
    tokens = readTokens(element);
    chart.applyOptions(chartLooks(tokens));
    series.paint(tokens);
    // Every bar of the volume carries its own colour.
    series.fill({ candles, lines, times, tokens });
  }

  paint();
  return {
    paint,
    show(nextCandles, nextLines) {
      const from = changedFrom(candles, nextCandles);
      [candles, lines] = [nextCandles, nextLines];
      times = chartTimes(
        candles.map(([time]) => time),
        settings.isOfDays,
      );
      series.fill({ candles, lines, times, tokens }, from);
    },
    point(index) {
      const candle = index === undefined ? undefined : candles[index];
      const time = index === undefined ? undefined : times[index];
      if (candle === undefined || time === undefined) return chart.clearCrosshairPosition();
      chart.setCrosshairPosition(Number(candle[4]), time as UTCTimestamp, series.main);
    },
    zoom(factor) {
      const scale = chart.timeScale();
      const wanted = scale.options().barSpacing * factor;
      scale.applyOptions({ barSpacing: Math.min(barSpacingMax, Math.max(barSpacingMin, wanted)) });
    },
    end() {
      const scale = chart.timeScale();
      const left = { barSpacing: scale.options().barSpacing, position: scale.scrollPosition() };
      chart.remove();
      return left;
    },
  };
}

function listen(chart: IChartApi, { onHover, onOlder }: ChartSettings, count: () => number): void {
  chart.subscribeCrosshairMove(({ logical, point }: MouseEventParams) => {
    const isInside = logical !== undefined && point !== undefined && logical >= 0 && logical < count();
    onHover(isInside ? Math.round(logical) : undefined);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range: LogicalRange | null) => {
    if (range !== null && count() > 0 && range.from < olderBefore) onOlder();
  });
}

type Filling = {
  readonly candles: readonly ChartCandle[];
  readonly lines: ChartLines;
  readonly times: readonly number[];
  readonly tokens: Tokens;
};

type ChartSeries = {
  /** The one the crosshair stands on. */
  readonly main: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;
  readonly paint: (tokens: Tokens) => void;
  /** From a candle on, or all of it. */
  readonly fill: (filling: Filling, from?: number) => void;
};

const quiet = { priceLineVisible: false, lastValueVisible: false, crosshairMarkerVisible: false } as const;

function addSeries(chart: IChartApi, { shows, decimals, format }: ChartSettings): ChartSeries {
  const priceFormat = {
    type: 'custom',
    formatter: (price: number) => format.price(drawnDecimal(price, decimals)),
    minMove: 1 / 10 ** decimals,
  } as const;
  const main = addMain(chart, shows, priceFormat);
  const volume = shows.volume ? addVolume(chart) : undefined;
  const lines = addLines(chart, shows, priceFormat);
  main.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: shows.volume ? 0.26 : 0.06 } });
  return {
    main,
    paint({ up, down, text, lines: colours }) {
      main.applyOptions(
        shows.line
          ? { color: text, priceLineColor: text }
          : {
              // Hollow when it rose, filled when it fell: colour never stands alone.
              upColor: 'transparent',
              downColor: down,
              borderUpColor: up,
              borderDownColor: down,
              wickUpColor: up,
              wickDownColor: down,
              priceLineColor: text,
            },
      );
      for (const [name, line] of lines) line.applyOptions({ color: colours[name] });
    },
    fill({ candles, lines: values, times, tokens }, from) {
      const at = (index: number) => (times[index] ?? 0) as UTCTimestamp;
      put(main, candles.length, from, (index) => pointOf(candles, index, at(index), shows.line));
      if (volume !== undefined)
        put(volume, candles.length, from, (index) => volumeOf(candles, index, at(index), tokens));
      for (const [name, line] of lines)
        put(line, candles.length, from, (index) => {
          const value = values[name]?.[index];
          return value === undefined ? { time: at(index) } : { time: at(index), value };
        });
    },
  };
}

function addMain(chart: IChartApi, shows: ChartShows, priceFormat: PriceFormat): ChartSeries['main'] {
  const looks = { priceFormat, priceLineStyle: LineStyle.Dotted, priceLineWidth: 1 } as const;
  return shows.line
    ? chart.addSeries(LineSeries, { ...looks, lineWidth: 2 })
    : chart.addSeries(CandlestickSeries, looks);
}

/** Volume takes the lowest part of the pane, as the design draws it. */
function addVolume(chart: IChartApi): ISeriesApi<'Histogram'> {
  const volume = chart.addSeries(HistogramSeries, {
    ...quiet,
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  return volume;
}

const percentFormat = {
  type: 'custom',
  formatter: (value: number) => drawnDecimal(value, 0),
  minMove: 1,
} as const;

function addLines(chart: IChartApi, shows: ChartShows, priceFormat: PriceFormat) {
  const names: readonly ChartLineName[] = [
    ...(shows.average ? (['average1', 'average2'] as const) : []),
    ...(shows.bands ? (['upper', 'middle', 'lower'] as const) : []),
    ...(shows.strength ? (['strength'] as const) : []),
  ];
  const lines = names.map((name) => {
    const isStrength = name === 'strength';
    const line = chart.addSeries(
      LineSeries,
      {
        ...quiet,
        lineWidth: 1,
        lineStyle: name === 'middle' ? LineStyle.Dashed : LineStyle.Solid,
        priceFormat: isStrength ? percentFormat : priceFormat,
      },
      isStrength ? 1 : 0,
    );
    return [name, line] as const;
  });
  if (shows.strength) chart.panes()[1]?.setStretchFactor(0.3);
  return lines;
}

/** The whole story, or its end alone. */
function put<Point>(
  series: { setData: (points: Point[]) => void; update: (point: Point) => void },
  count: number,
  from: number | undefined,
  point: (index: number) => Point,
): void {
  if (from === undefined) return series.setData(Array.from({ length: count }, (_, index) => point(index)));
  for (let index = from; index < count; index += 1) series.update(point(index));
}

function pointOf(candles: readonly ChartCandle[], index: number, time: UTCTimestamp, isLine: boolean) {
  const [, open, high, low, close] = (candles[index] ?? candles[0])?.map(Number) ?? [];
  return isLine
    ? { time, value: Number(close) }
    : { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function volumeOf(
  candles: readonly ChartCandle[],
  index: number,
  time: UTCTimestamp,
  { upVolume, downVolume }: Tokens,
) {
  const [, open, , , close, volume] = candles[index]?.map(Number) ?? [];
  return { time, value: Number(volume), color: Number(close) < Number(open) ? downVolume : upVolume };
}
