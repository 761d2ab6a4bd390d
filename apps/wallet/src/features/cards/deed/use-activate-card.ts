import { useState } from 'react';

import { NetworkFailure } from '../../../lib/http/api.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { wasApplied } from '../../../lib/intents/once.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { type RefusedCode, codeNo } from './code-no.ts';
import { readCardAnew, takeMoved } from './moved-card.ts';

export type ActivateCard = {
  /** The last four digits; undefined while they are still to be typed. */
  readonly digits: string | undefined;
  readonly enterDigits: (digits: string | undefined) => void;
  readonly enterCode: (google: string) => Promise<void>;
  readonly isBusy: boolean;
  /** Of the step on screen. */
  readonly no: RefusedCode | undefined;
};

/** Has a card activated by its last four digits and a code of the authenticator, which go together. */
export function useActivateCard(cardId: string): ActivateCard {
  const t = useText();
  const { send, isSending } = useIntent('card/activate');
  const [digits, setDigits] = useState<string>();
  const [no, setNo] = useState<RefusedCode>();

  function say(reply: RefusedCode): void {
    setNo(reply);
    if (reply.isOfDigits) setDigits(undefined);
  }

  return {
    digits,
    no,
    isBusy: isSending,
    enterDigits(typed) {
      setNo(undefined);
      setDigits(typed);
    },
    async enterCode(google) {
      if (digits === undefined) return;
      setNo(undefined);
      try {
        const input = { cardId, last4: digits, google };
        const result = await send(input, { disableLoading: true, onFail: () => undefined });
        if (!wasApplied(result)) say(codeNo(t, result));
        else if (result.ok) takeMoved(result.data);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        say(codeNo(t, undefined));
      }
      await readCardAnew(cardId);
    },
  };
}
