import { cancelAllWords } from '../../domain/order/order-words.ts';
import { type CancelAllOutcome, type Order, useCancelAll } from '../../domain/order/trade-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { DangerAsk } from '../../ui/sheet/danger-ask.tsx';

type CancelAllProps = {
  /** What is open, as it is listed. */
  readonly orders: readonly Order[];
  readonly onDone: (outcome: CancelAllOutcome) => void;
};

/** Takes every listed order back, market by market, after one question that names them. */
export function CancelAll({ orders, onDone }: CancelAllProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { cancelAll, progress } = useCancelAll();
  const symbols = [...new Set(orders.map(({ symbol }) => symbol))];
  return (
    <div className="flex-none max-w-1/2">
      <DangerAsk
        {...cancelAllWords(t, { count: orders.length, symbols, progress })}
        size="small"
        label={t('orders.cancelAll')}
        disabledReason={isOnline ? undefined : t('orders.offline')}
        onConfirm={async () => onDone(await cancelAll(symbols))}
      />
    </div>
  );
}
