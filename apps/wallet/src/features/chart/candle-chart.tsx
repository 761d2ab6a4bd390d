import type { Market } from '@marigold/contract/calls/market';

import { useMarketChart } from '../../domain/market/market-chart.tsx';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed } from '../../screen/when-read.tsx';
import { ChartPanel } from '../../ui-market/chart-panel.tsx';

type ChartProps = {
  readonly market: Market;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
};

/** The candles of a market; on phones the page's bar has the button for the full screen. */
export function CandleChart({ market, isFull, onFull }: ChartProps) {
  const t = useText();
  const isWide = useWideLayout();
  const { panel, failed } = useMarketChart(market);
  return (
    <ChartPanel
      {...panel}
      failure={
        failed === undefined ? undefined : (
          <ReadFailed
            isInline
            error={failed.error}
            reason={t('market.chart.failed')}
            onRetry={failed.refetch}
          />
        )
      }
      isFull={isFull}
      onFull={onFull}
      hasFullButton={isWide}
    />
  );
}
