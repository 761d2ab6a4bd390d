import type { Market } from '@marigold/contract/calls/market';
import { useState } from 'react';

import { useMarketChart } from '../../../domain/market/market-chart.tsx';
import { useText } from '../../../lib/text/i18n.ts';
import { ReadFailed } from '../../../screen/when-read.tsx';
import { ChartPanel } from '../../../ui-market/chart-panel.tsx';

/** The chart of the desktop. */
export function DeskChart({ market }: { readonly market: Market }) {
  const t = useText();
  const { panel, failed } = useMarketChart(market);
  const [isFull, setFull] = useState(false);
  return (
    <ChartPanel
      {...panel}
      failure={
        failed === undefined ? undefined : (
          <ReadFailed isInline error={failed.error} reason={t('trade.failed')} onRetry={failed.refetch} />
        )
      }
      isFull={isFull}
      onFull={setFull}
    />
  );
}
