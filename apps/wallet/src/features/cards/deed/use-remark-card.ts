import { looksLikeCardNumber } from '@marigold/contract/rules/card-number';
import { useState } from 'react';

import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { showToast } from '../../../lib/device/toasts.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { queryClient, queryKey } from '../../../lib/query/queries.ts';
import { useText } from '../../../lib/text/i18n.ts';

/**
 * Writes the remark beside a card, or takes it away where nothing is typed; `problem` is why it was not. What looks like the
 * number of a card does not leave the device, nor is it stored there as a wish to be sent.
 */
export function useRemarkCard({ cardId }: Pick<CardDetail, 'cardId'>, onDone: () => void) {
  const t = useText();
  const { send, isSending } = useIntent('card/remark');
  const [problem, setProblem] = useState<string>();

  async function save(typed: string): Promise<void> {
    const remark = typed.trim();
    if (looksLikeCardNumber(remark)) return setProblem(t('cards.remark.number'));
    setProblem(undefined);
    try {
      const result = await send({ cardId, remark }, { disableLoading: true, onFail: () => undefined });
      if (!wasApplied(result)) {
        const no = problemOf(result, { fields: ['remark'], malformed: () => t('cards.remark.wrong') });
        return setProblem(no?.text ?? t('cards.unanswered'));
      }
      queryClient.setQueryData<CardDetail>(queryKey('card/info', { cardId }), (card) =>
        card === undefined ? card : { ...card, remark: remark === '' ? null : remark },
      );
      showToast({ text: t('cards.remark.saved') });
      await queryClient.invalidateQueries({ queryKey: ['card/list'] });
      return onDone();
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      return setProblem(t('cards.unanswered'));
    }
  }

  return { save, isBusy: isSending, problem };
}
