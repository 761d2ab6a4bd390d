import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useMarketChart } from '../../lib/market-chart.tsx';
import { readFailed } from '../../lib/read-failed.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

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
          <ErrorState
            title={readFailed(failed.error)}
            reason={t('trade.failed')}
            retry={{ label: t('shell.tapToRetry'), onPress: failed.refetch }}
            isInline
          />
        )
      }
      isFull={isFull}
      onFull={setFull}
    />
  );
}
