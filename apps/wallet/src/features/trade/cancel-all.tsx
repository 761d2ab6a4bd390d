import type { Market } from '@marigold/contract/market';
import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useOnline } from '../../lib/online.ts';
import { cancelAllWords } from '../../lib/order-words.ts';
import { type CancelAllOutcome, useCancelAll } from '../../lib/trade-queries.ts';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';

type CancelAllProps = {
  readonly market: Market;
  readonly count: number;
  readonly onDone: (outcome: CancelAllOutcome) => void;
};

/** Takes every open order of the market back, after asking once. */
export function CancelAll({ market, count, onDone }: CancelAllProps) {
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
