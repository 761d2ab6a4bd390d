import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { pairText } from '../../lib/market-format.ts';
import { useOnline } from '../../lib/online.ts';
import { useCancelAll } from '../../lib/trade-queries.ts';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';

type CancelAllProps = { readonly market: Market; readonly count: number };

/** Takes every open order of the market back, after asking once. */
export function CancelAll({ market, count }: CancelAllProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancelAll, progress } = useCancelAll();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-action text-ink-2 my-0"
        disabled={!isOnline || market.state === 'disabled'}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancelAll')}
      </button>
      <ConfirmSheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('orders.cancelAllAsk', { count })}
        text={t('orders.cancelAllText', { markets: pairText(market) })}
        confirmLabel={t('orders.cancelAll')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('shell.close')}
        busyLabel={t('orders.cancelling')}
        isBusy={progress !== undefined}
        isDangerous
        onConfirm={async () => {
          await cancelAll([market.symbol]);
          setAsking(false);
        }}
      />
    </>
  );
}
