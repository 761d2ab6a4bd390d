import { useCancelTransfer } from '../../../domain/bill/use-cancel-transfer.ts';
import { coinText } from '../../../lib/text/format.ts';
import { DangerAsk } from '../../../ui/sheet/danger-ask.tsx';
import type { ChainOrder } from '../form/order.ts';

type CancelProps = {
  readonly order: Pick<ChainOrder, 'amount' | 'currency' | 'decimals'>;
  readonly billId: string;
};

/** Takes a transfer back while it has not been signed, after one question. */
export function CancelTransfer({ order, billId }: CancelProps) {
  const amount = coinText(order.amount, order.currency, { decimalsMin: order.decimals });
  return <DangerAsk {...useCancelTransfer(billId, amount)} />;
}
