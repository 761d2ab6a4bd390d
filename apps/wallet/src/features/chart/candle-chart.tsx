import type { Market } from '@marigold/contract/market';

import { useText } from '../../lib/i18n.ts';
import { useMarketChart } from '../../lib/market-chart.tsx';
import { readFailed } from '../../lib/read-failed.ts';
import { useWide } from '../../lib/wide.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

type ChartProps = {
  readonly market: Market;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
};

/** The candles of a market; on phones the page's bar has the button for the full screen. */
export function CandleChart({ market, isFull, onFull }: ChartProps) {
  const t = useText();
  const isWide = useWide();
  const { panel, failed } = useMarketChart(market);
  return (
    <ChartPanel
      {...panel}
      failure={
        failed === undefined ? undefined : (
          <ErrorState
            title={readFailed(failed.error)}
            reason={t('market.chart.failed')}
            retry={{ label: t('shell.tapToRetry'), onPress: failed.refetch }}
            isInline
          />
        )
      }
      isFull={isFull}
      onFull={onFull}
      hasFullButton={isWide}
    />
  );
}
