import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useMarketChart } from '../../lib/market-chart.tsx';
import { ReadFailed } from '../../screen/when-read.tsx';
import { ChartPanel } from '../../ui/chart-panel.tsx';

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
