/** What a chart says; the kit knows no texts. */
import type { ChartShows } from './chart-data.ts';

export type ChartWords = {
  /** "BTC/USDT, candles of 1 hour". */
  readonly chart: (title: string, interval: string) => string;
  readonly intervals: string;
  readonly settings: string;
  readonly full: string;
  readonly leaveFull: string;
  readonly loading: string;
  readonly none: string;
  /** The code of the drawing did not come. */
  readonly failed: string;
  readonly retry: string;
  /** How the keyboard reads the chart. */
  readonly keys: string;
  readonly time: string;
  /** Of a candle: the letter over the chart and the word in the table. */
  readonly open: ChartWord;
  readonly high: ChartWord;
  readonly low: ChartWord;
  readonly close: ChartWord;
  readonly volume: ChartWord;
  /** What can be shown: the sign on the chip and its name for readers. */
  readonly shows: Readonly<Record<keyof ChartShows, ChartWord>>;
};

export type ChartWord = { readonly label: string; readonly name: string };
