import './chart-legend.css';
import type { ChartFormat } from './chart-canvas.ts';
import {
  averageCounts,
  bandsCount,
  type ChartCandle,
  type ChartLineName,
  type ChartLines,
  type ChartShows,
  strengthCount,
} from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';
import { drawnDecimal } from './drawn-decimal.ts';

interface LegendProps {
  candles: readonly ChartCandle[] | undefined;
  lines: ChartLines;
  shows: ChartShows;
  words: ChartWords;
  format: ChartFormat;
  decimals: number;
  /** The candle under the crosshair; without one the newest is told of. */
  hovered: number | undefined;
}

/** The numbers of one candle and of the lines over it. The table beneath the chart says the same to readers. */
export function ChartLegend({ candles, lines, shows, words, format, decimals, hovered }: LegendProps) {
  const index = Math.min(hovered ?? Number.POSITIVE_INFINITY, (candles?.length ?? 0) - 1);
  const candle = candles?.[index];
  if (candle === undefined) return <div className="chart-legend" aria-hidden="true" />;
  const [time, open, high, low, close, volume] = candle;
  const [first, second] = averageCounts;
  const strength = lines.strength?.[index];
  const priced = (name: ChartLineName) => {
    const value = lines[name]?.[index];
    return value === undefined ? '—' : format.price(drawnDecimal(value, decimals));
  };
  return (
    <div aria-hidden="true">
      <div className="chart-legend">
        {hovered === undefined ? null : <i>{format.time(time)}</i>}
        <Named name={words.open.label} value={format.price(open)} />
        <Named name={words.high.label} value={format.price(high)} />
        <Named name={words.low.label} value={format.price(low)} />
        <Named name={words.close.label} value={format.price(close)} />
      </div>
      <div className="chart-legend">
        {shows.average ? (
          <>
            <Line token="--ma-1" text={`MA${first} ${priced('average1')}`} />
            <Line token="--ma-2" text={`MA${second} ${priced('average2')}`} />
          </>
        ) : null}
        {shows.bands ? (
          <Line
            token="--ma-3"
            text={`BOLL${bandsCount} ${priced('upper')} ${priced('middle')} ${priced('lower')}`}
          />
        ) : null}
        {shows.volume ? <Named name={words.volume.label} value={format.volume(volume)} /> : null}
        {shows.strength ? (
          <Line
            token="--ma-2"
            text={`RSI${strengthCount} ${strength === undefined ? '—' : drawnDecimal(strength, 1)}`}
          />
        ) : null}
      </div>
    </div>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <span>
      <i>{name}</i> {value}
    </span>
  );
}

function Line({ token, text }: { token: string; text: string }) {
  return <span style={{ color: `var(${token})` }}>{text}</span>;
}
