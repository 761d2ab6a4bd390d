import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useChartChoice } from '../../lib/chart-choice.ts';
import { ChartCredit } from '../../lib/chart-credit.tsx';
import { useText } from '../../lib/i18n.ts';
import { pairText } from '../../lib/market-format.ts';
import { useCandles } from '../../lib/market-queries.ts';
import { candleTimeText, marketFormat, useChartIntervals, useChartWords } from '../../lib/market-words.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

/** The chart of the desktop, as it was chosen on any page of charts. */
export function DeskChart({ market }: { readonly market: Market }) {
  const t = useText();
  const [{ interval, shows }, change] = useChartChoice();
  const candles = useCandles(market.symbol, interval);
  const intervals = useChartIntervals();
  const words = useChartWords();
  const [isFull, setFull] = useState(false);
  return (
    <ChartPanel
      title={pairText(market)}
      candles={candles.list}
      failure={
        candles.list === undefined && candles.error !== null ? (
          <ErrorState
            title={t('market.chart.failed')}
            reason={t('trade.failed')}
            retry={{ label: t('shell.retry'), onPress: candles.refetch }}
            isInline
          />
        ) : undefined
      }
      interval={interval}
      intervals={intervals}
      onInterval={(next) => change({ interval: next })}
      onOlder={candles.readOlder}
      shows={shows}
      onShows={(next) => change({ shows: next })}
      decimals={market.priceDecimals}
      format={{ ...marketFormat(market), time: candleTimeText(interval) }}
      words={words}
      credit={<ChartCredit />}
      isFull={isFull}
      onFull={setFull}
    />
  );
}
