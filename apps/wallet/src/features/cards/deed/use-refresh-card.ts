import { showToast } from '../../../lib/device/toasts.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { invalidateFor } from '../../../lib/query/queries.ts';
import { useText } from '../../../lib/text/i18n.ts';

/** Has the company asked at once what is true of a card, and says so where it had nothing newer than `readAt`, in epoch ms. */
export function useRefreshCard(cardId: string, readAt: number) {
  const t = useText();
  const { send, isSending } = useIntent('card/refresh');
  async function refresh(): Promise<void> {
    try {
      const result = await send({ cardId }, { disableLoading: true, onFail: () => undefined });
      if (!wasApplied(result))
        showToast({ text: result.kind === 'network' ? t('shell.networkError') : result.msg });
      else if (!result.ok || result.data.readAt <= readAt) showToast({ text: t('cards.refreshed') });
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      showToast({ text: t('shell.networkError') });
    }
    await invalidateFor('card', cardId);
  }
  return { refresh, isBusy: isSending };
}
