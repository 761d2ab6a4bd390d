import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { invalidateFor } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';

/**
 * The properties of `DangerAsk` that takes an on-chain transfer back while it has not been signed; it says so, or why not,
 * and fetches what is true then. `amount` as people read it.
 */
export function useCancelTransfer(billId: string, amount: string) {
  const t = useText();
  const { isOnline } = useOnline();
  const { send, isSending } = useIntent('transfer/cancel');
  async function cancel(): Promise<void> {
    try {
      const result = await send({ id: billId }, { disableLoading: true, onFail: () => undefined });
      if (result.ok) showToast({ text: t('transfer.cancelled') });
      else showToast({ text: result.kind === 'network' ? t('shell.networkError') : result.msg });
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // Nobody knows whether it was taken back: the transfer itself says it as soon as it can be read again.
      showToast({ text: t('shell.networkError') });
    }
    await Promise.all([invalidateFor('bill', billId), invalidateFor('balance')]);
  }
  return {
    label: t('transfer.cancel'),
    title: t('transfer.cancelAsk', { amount }),
    text: t('transfer.cancelText'),
    cancelLabel: t('transfer.cancelKeep'),
    closeLabel: t('shell.close'),
    busyLabel: t('transfer.cancelling'),
    isBusy: isSending,
    disabledReason: isOnline ? undefined : t('shell.offlineMoney'),
    onConfirm: cancel,
  };
}
