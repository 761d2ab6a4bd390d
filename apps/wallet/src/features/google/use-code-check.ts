import { useState } from 'react';

import { withDrift } from '../../domain/verification/drift.ts';
import {
  type CodeProof,
  isVoid,
  useVerification,
  type VerifyRequest,
} from '../../domain/verification/use-verification.ts';
import { type Failure, NetworkFailure, type Result } from '../../lib/http/api.ts';
import { type OncePath, wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';

export type CodeCheck = {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** No code is taken before; epoch milliseconds of the server, 0 while nothing is locked. */
  readonly lockedUntil: number;
  readonly enter: (code: string) => Promise<void>;
};

type CheckOptions<P extends OncePath> = {
  readonly kind: VerifyRequest['kind'] & ('user/google/unbind' | 'user/google/codes') & P;
  readonly send: (verify: CodeProof) => Promise<Result<P>>;
  /** It is done. */
  readonly onDone: (result: Result<P>) => void;
  /** A "no" that is about something else than the digits; true where it was said. */
  readonly onNo?: (failure: Failure) => boolean;
};

/** Digits of the authenticator for one operation: the challenge is made when they are there, because nothing is sent. */
export function useCodeCheck<P extends OncePath>({ kind, send, onDone, onNo }: CheckOptions<P>): CodeCheck {
  const t = useText();
  const verification = useVerification();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [lockedUntil, setLockedUntil] = useState(0);

  async function check(code: string): Promise<void> {
    const started = await verification.startNow({ kind }, 'google');
    if (typeof started === 'string') return setProblem(started);
    const result = await send({ challengeId: started.challengeId, code });
    if (result.ok || wasApplied(result)) return onDone(result);
    if (isVoid(result)) verification.drop();
    if (onNo?.(result) === true) return undefined;
    if (result.kind === 'network') return setProblem(t('shell.requestNetworkError'));
    const until = result.kind === 'refusal' ? result.facts['until'] : undefined;
    if (result.kind === 'refusal' && result.refusal === 'two_step_locked' && typeof until === 'number')
      setLockedUntil(until);
    return setProblem(withDrift(t, result));
  }

  return {
    isBusy,
    problem,
    lockedUntil,
    async enter(code) {
      setProblem(undefined);
      setBusy(true);
      try {
        await check(code);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        setProblem(t('shell.requestNetworkError'));
      } finally {
        setBusy(false);
      }
    },
  };
}
