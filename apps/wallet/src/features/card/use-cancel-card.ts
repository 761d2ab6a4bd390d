import { type CardApplication, invalidateCards } from '../../domain/card/card-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { invalidateMoney } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';

/** The properties of `DangerAsk` that cancels an application; it says what became of the money, or why not. */
export function useCancelCard({ applicationId, name, isPaid }: CardApplication) {
  const t = useText();
  const { isOnline } = useOnline();
  const { send, isSending } = useIntent('card/apply/cancel');
  async function cancel(): Promise<void> {
    try {
      const result = await send({ applicationId }, { disableLoading: true, onFail: () => undefined });
      if (wasApplied(result)) showToast({ text: t(isPaid ? 'card.cancel.refunded' : 'card.cancel.done') });
      else showToast({ text: result.kind === 'network' ? t('shell.networkError') : result.msg });
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // Nobody knows whether it was cancelled: the application says it as soon as it can be read again.
      showToast({ text: t('shell.networkError') });
    }
    // What was paid comes back with it, and the shop offers the card again.
    await Promise.all([invalidateMoney(), invalidateCards()]);
  }
  return {
    label: t('card.cancel.button'),
    title: t('card.cancel.title', { name }),
    text: t(isPaid ? 'card.cancel.paid' : 'card.cancel.unpaid'),
    cancelLabel: t('card.cancel.keep'),
    closeLabel: t('shell.close'),
    busyLabel: t('card.cancel.busy'),
    isBusy: isSending,
    disabledReason: isOnline ? undefined : t('card.offline'),
    onConfirm: cancel,
  };
}
