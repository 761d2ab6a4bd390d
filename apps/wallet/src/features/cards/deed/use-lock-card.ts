import { useState } from 'react';

import { NetworkFailure } from '../../../lib/http/api.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { readCardAnew, takeMoved } from './moved-card.ts';

export type LockCard = {
  readonly lock: () => Promise<void>;
  readonly isBusy: boolean;
  /** It was locked from here; the page is being left. */
  readonly isDone: boolean;
  readonly problem: string | undefined;
};

/** Locks a card by one tap, however often it is sent. */
export function useLockCard(cardId: string, onDone: () => void): LockCard {
  const t = useText();
  const { send, isSending } = useIntent('card/lock');
  const [problem, setProblem] = useState<string>();
  const [isDone, setDone] = useState(false);

  async function lock(): Promise<void> {
    setProblem(undefined);
    try {
      const result = await send({ cardId }, { disableLoading: true, onFail: () => undefined });
      if (wasApplied(result)) {
        setDone(true);
        if (result.ok) takeMoved(result.data);
        onDone();
      } else setProblem(result.kind === 'network' ? t('cards.unanswered') : result.msg);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setProblem(t('cards.unanswered'));
    }
    await readCardAnew(cardId);
  }

  return { lock, isBusy: isSending, isDone, problem };
}
