import type { Market } from '@marigold/contract/calls/market';
import { useState } from 'react';

import { cancelAllWords } from '../../../domain/order/order-words.ts';
import { type CancelAllOutcome, useCancelAll } from '../../../domain/order/trade-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ConfirmSheet } from '../../../ui/sheet/confirm-sheet.tsx';

type CancelAllProps = {
  readonly market: Market;
  readonly count: number;
  readonly onDone: (outcome: CancelAllOutcome) => void;
};

/** Takes every open order of the market back, after asking once. */
export function CancelAllOfMarket({ market, count, onDone }: CancelAllProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancelAll, progress } = useCancelAll();
  const [isAsking, setAsking] = useState(false);
  const symbols = [market.symbol];
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
        {...cancelAllWords(t, { count, symbols, progress })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={t('orders.cancelAll')}
        isDangerous
        onConfirm={async () => {
          onDone(await cancelAll(symbols));
          setAsking(false);
        }}
      />
    </>
  );
}
