import { invalidateKyc } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';

/** The properties of `DangerAsk` that cancels an order that was not paid; it says so, or why not. */
export function useCancelKycOrder(orderId: string) {
  const t = useText();
  const { isOnline } = useOnline();
  const { send, isSending } = useIntent('kyc/order/cancel');
  async function cancel(): Promise<void> {
    try {
      const result = await send({ orderId }, { disableLoading: true, onFail: () => undefined });
      if (wasApplied(result)) showToast({ text: t('kyc.cancel.done') });
      else showToast({ text: result.kind === 'network' ? t('shell.networkError') : result.msg });
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // Nobody knows whether it was cancelled: the order says it as soon as it can be read again.
      showToast({ text: t('shell.networkError') });
    }
    await invalidateKyc();
  }
  return {
    label: t('kyc.cancel.button'),
    title: t('kyc.cancel.title'),
    text: t('kyc.cancel.text'),
    cancelLabel: t('kyc.cancel.keep'),
    closeLabel: t('shell.close'),
    busyLabel: t('kyc.cancel.busy'),
    isBusy: isSending,
    disabledReason: isOnline ? undefined : t('kyc.pay.offline'),
    onConfirm: cancel,
  };
}
