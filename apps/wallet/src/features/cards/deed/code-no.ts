import { withDrift } from '../../../domain/verification/drift.ts';
import type { Failure } from '../../../lib/http/api.ts';
import type { Say } from '../../../lib/text/i18n.ts';

export type RefusedCode = {
  readonly text: string;
  /** No code is taken before; epoch milliseconds of the server, 0 where another one may be typed at once. */
  readonly lockedUntil: number;
  /** It was about the last four digits of the card, not about the code. */
  readonly isOfDigits: boolean;
};

/** What a "no" to a code, or no answer, means to who typed it. */
export function codeNo(t: Say, failure: Failure | undefined): RefusedCode {
  if (failure === undefined || failure.kind === 'network')
    return { text: t('cards.unanswered'), lockedUntil: 0, isOfDigits: false };
  const refusal = failure.kind === 'refusal' ? failure.refusal : undefined;
  const until = failure.kind === 'refusal' ? failure.facts['until'] : undefined;
  const isLock = refusal === 'two_step_locked' || refusal === 'digits_locked';
  return {
    text: withDrift(t, failure),
    lockedUntil: isLock && typeof until === 'number' ? until : 0,
    isOfDigits: refusal === 'digits_incorrect' || refusal === 'digits_locked',
  };
}
