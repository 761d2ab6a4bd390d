import { useState } from 'react';

import { NetworkFailure } from '../../../lib/http/api.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { type RefusedCode, codeNo } from './code-no.ts';
import { readCardAnew, takeMoved } from './moved-card.ts';

export type UnlockCard = {
  readonly enter: (google: string) => Promise<void>;
  readonly isBusy: boolean;
  /** It was unlocked from here; the page is being left. */
  readonly isDone: boolean;
  readonly no: RefusedCode | undefined;
};

/** Unlocks a card by a code of the authenticator. */
export function useUnlockCard(cardId: string, onDone: () => void): UnlockCard {
  const t = useText();
  const { send, isSending } = useIntent('card/unlock');
  const [no, setNo] = useState<RefusedCode>();
  const [isDone, setDone] = useState(false);

  async function enter(google: string): Promise<void> {
    setNo(undefined);
    try {
      const result = await send({ cardId, google }, { disableLoading: true, onFail: () => undefined });
      if (wasApplied(result)) {
        setDone(true);
        if (result.ok) takeMoved(result.data);
        onDone();
      } else setNo(codeNo(t, result));
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setNo(codeNo(t, undefined));
    }
    await readCardAnew(cardId);
  }

  return { enter, isBusy: isSending, isDone, no };
}
