/** What the kit's charts say, in the language on screen; a page that uses them loads the texts `market`. */
import type { CandleInterval, Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import { dateTimeText } from '../../lib/text/format.ts';
import { useText, type WalletTextId } from '../../lib/text/i18n.ts';
import { axisText, isOfDays, secondsText, volumeText } from './market-format.ts';
import { priceText, quantityText } from './price-text.ts';

/** The signs of intervals are the same everywhere; their names are for readers. */
const intervals = [
  { value: '1m', sign: '1m', id: 'market.interval.minute' },
  { value: '5m', sign: '5m', id: 'market.interval.minutes5' },
  { value: '15m', sign: '15m', id: 'market.interval.minutes15' },
  { value: '1h', sign: '1H', id: 'market.interval.hour' },
  { value: '4h', sign: '4H', id: 'market.interval.hours4' },
  { value: '1d', sign: '1D', id: 'market.interval.day' },
  { value: '1w', sign: '1W', id: 'market.interval.week' },
] as const satisfies readonly { value: CandleInterval; sign: string; id: WalletTextId }[];

/** The choice of intervals for `ChartPanel`. */
export function useChartIntervals() {
  const t = useText();
  return intervals.map(({ value, sign, id }) => ({
    value,
    label: sign,
    name: t(id),
    isOfDays: isOfDays(value),
  }));
}

/** Words of `ChartPanel`. */
export function useChartWords() {
  const t = useText();
  return {
    chart: (pair: string, interval: string) => t('market.chart.name', { pair, interval }),
    intervals: t('market.chart.intervals'),
    settings: t('market.chart.settings'),
    full: t('market.chart.full'),
    leaveFull: t('market.chart.leaveFull'),
    loading: t('shell.loading'),
    none: t('market.chart.none'),
    failed: t('market.chart.codeFailed'),
    retry: t('shell.retry'),
    keys: t('market.chart.keys'),
    time: t('market.chart.time'),
    open: { label: t('market.chart.openShort'), name: t('market.chart.open') },
    high: { label: t('market.chart.highShort'), name: t('market.chart.high') },
    low: { label: t('market.chart.lowShort'), name: t('market.chart.low') },
    close: { label: t('market.chart.closeShort'), name: t('market.chart.close') },
    volume: { label: t('market.chart.volumeShort'), name: t('market.volume') },
    shows: {
      average: { label: 'MA', name: t('market.chart.average') },
      bands: { label: 'BOLL', name: t('market.chart.bands') },
      strength: { label: 'RSI', name: t('market.chart.strength') },
      volume: { label: t('market.volume'), name: t('market.volume') },
      line: { label: t('market.chart.line'), name: t('market.chart.lineName') },
    },
  };
}

/** Numbers and times of `ChartPanel`, `DepthChart` and `TradesList` for one market. */
export function marketFormat({
  priceDecimals,
  amountDecimals,
}: Pick<Market, 'priceDecimals' | 'amountDecimals'>) {
  return {
    price: (price: string) => priceText(price, priceDecimals),
    amount: (amount: string) => quantityText(amount, amountDecimals),
    volume: volumeText,
    axis: axisText,
  };
}

/** When a candle began: days by UTC, as they are counted, everything else on the reader's clock. */
export function candleTimeText(interval: CandleInterval): (timeMs: number) => string {
  return (timeMs) => (isOfDays(interval) ? axisText(timeMs, 'moment') : dateTimeText(timeMs).slice(0, 16));
}

/** Words of `DepthChart`. */
export function useDepthWords({ symbol, base }: Pick<Market, 'symbol' | 'base'>) {
  const t = useText();
  return {
    chart: `${pairText(symbol)} · ${t('market.depth.chart')}`,
    none: t('market.depth.none'),
    bids: t('market.depth.bids'),
    asks: t('market.depth.asks'),
    price: t('market.price'),
    sum: `${t('market.depth.sum')} ${base}`,
  };
}

/** Words of `TradesList`. */
export function useTradesWords({ base, quote }: Pick<Market, 'base' | 'quote'>) {
  const t = useText();
  return {
    title: t('market.trades.title'),
    price: t('market.priceIn', { currency: quote }),
    amount: t('market.amountIn', { currency: base }),
    time: t('market.time'),
    bought: t('market.trades.bought'),
    sold: t('market.trades.sold'),
    none: t('market.trades.none'),
  };
}

/** Times of `TradesList`. */
export const tradeTimeText = secondsText;
