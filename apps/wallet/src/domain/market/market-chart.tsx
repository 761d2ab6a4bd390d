/** A market's chart for the pages that have one; a page that uses it loads the texts `market`. */
import type { Market } from '@marigold/contract/calls/market';
import { pairText } from '@marigold/contract/rules/pair';

import { useChartChoice } from './chart-choice.ts';
import { ChartCredit } from './chart-credit.tsx';
import { useCandles } from './market-queries.ts';
import { candleTimeText, marketFormat, useChartIntervals, useChartWords } from './market-words.ts';

/**
 * What `ChartPanel` takes of a market, at the interval and with the lines that this device last had. `failed` is why there
 * are no candles, with the way to ask again; undefined while there are some or none are known yet.
 */
export function useMarketChart(market: Market) {
  const words = useChartWords();
  const intervals = useChartIntervals();
  const [{ interval, shows }, change] = useChartChoice();
  const { list, error, refetch, readOlder } = useCandles(market.symbol, interval);
  return {
    failed: list === undefined && error !== null ? { error, refetch } : undefined,
    panel: {
      title: pairText(market.symbol),
      candles: list,
      interval,
      intervals,
      onInterval: (next: typeof interval) => change({ interval: next }),
      onOlder: readOlder,
      shows,
      onShows: (next: typeof shows) => change({ shows: next }),
      decimals: market.priceDecimals,
      format: { ...marketFormat(market), time: candleTimeText(interval) },
      words,
      credit: <ChartCredit />,
    },
  };
}
