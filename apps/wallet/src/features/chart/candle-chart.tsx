import type { Market } from '@marigold/contract/market';

import { useChartChoice } from '../../lib/chart-choice.ts';
import { ChartCredit } from '../../lib/chart-credit.tsx';
import { useText } from '../../lib/i18n.ts';
import { pairText } from '../../lib/market-format.ts';
import { useCandles } from '../../lib/market-queries.ts';
import { candleTimeText, marketFormat, useChartIntervals, useChartWords } from '../../lib/market-words.ts';
import { readFailed } from '../../lib/read-failed.ts';
import { useWide } from '../../lib/wide.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

type ChartProps = {
  readonly market: Market;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
};

/** The candles of a market at the interval and with the lines that this device last had. */
export function CandleChart({ market, isFull, onFull }: ChartProps) {
  const t = useText();
  const isWide = useWide();
  const words = useChartWords();
  const intervals = useChartIntervals();
  const [{ interval, shows }, change] = useChartChoice();
  const { list, error, refetch, readOlder } = useCandles(market.symbol, interval);
  return (
    <ChartPanel
      title={pairText(market)}
      candles={list}
      failure={
        list === undefined && error !== null ? (
          <ErrorState
            title={readFailed(error)}
            reason={t('market.chart.failed')}
            retry={{ label: t('shell.tapToRetry'), onPress: refetch }}
            isInline
          />
        ) : undefined
      }
      interval={interval}
      intervals={intervals}
      onInterval={(next) => change({ interval: next })}
      onOlder={readOlder}
      shows={shows}
      onShows={(next) => change({ shows: next })}
      decimals={market.priceDecimals}
      format={{ ...marketFormat(market), time: candleTimeText(interval) }}
      words={words}
      credit={<ChartCredit />}
      isFull={isFull}
      onFull={onFull}
      hasFullButton={isWide}
    />
  );
}
