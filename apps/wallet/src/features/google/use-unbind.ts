import { useState } from 'react';

import type { CodeProof } from '../../domain/verification/use-verification.ts';
import { session, type User } from '../../lib/device/session.ts';
import type { Failure, Result } from '../../lib/http/api.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type CodeCheck, useCodeCheck } from './use-code-check.ts';

type Proof = { readonly verify: CodeProof } | { readonly recoveryCode: string };

export type Unbind = {
  /** By the digits of the app. */
  readonly check: CodeCheck;
  /** By a recovery code; answers what is wrong with it. */
  readonly enterRecoveryCode: (typed: string) => Promise<string | undefined>;
  readonly passwordProblem: string | undefined;
};

type UnbindOptions = {
  readonly user: User;
  readonly loginPassword: string;
  readonly onDone: () => void;
  /** The password is wrong: it is to be typed again. */
  readonly onPasswordNo: () => void;
};

/** Unbinding by the login password, and the authenticator or a recovery code. */
export function useUnbind({ user, loginPassword, onDone, onPasswordNo }: UnbindOptions): Unbind {
  const t = useText();
  const intent = useIntent('user/google/unbind');
  const [passwordProblem, setPasswordProblem] = useState<string>();

  async function send(proof: Proof): Promise<Result<'user/google/unbind'>> {
    setPasswordProblem(undefined);
    const input = { loginPassword, ...proof };
    return await intent.send(input, { showErrors: true, disableLoading: true, onFail: () => undefined });
  }

  function done(result: Result<'user/google/unbind'>): void {
    const freezes = result.ok ? result.data.freezes : user.freezes;
    // First: without two-step verification the page is another one.
    onDone();
    session.setUser({ ...user, freezes, hasGoogle: false, codesLeft: 0 });
  }

  function showAtPassword(failure: Failure): boolean {
    if (failure.kind === 'network' || failure.field !== 'loginPassword') return false;
    setPasswordProblem(failure.msg);
    onPasswordNo();
    return true;
  }

  const check = useCodeCheck<'user/google/unbind'>({
    kind: 'user/google/unbind',
    send: async (verify) => await send({ verify }),
    onDone: done,
    onNo: showAtPassword,
  });
  return {
    check,
    passwordProblem,
    async enterRecoveryCode(typed) {
      try {
        const result = await send({ recoveryCode: typed });
        if (result.ok || wasApplied(result)) {
          done(result);
          return undefined;
        }
        if (showAtPassword(result)) return undefined;
        if (result.kind === 'network') return t('shell.requestNetworkError');
        return result.kind === 'status' && result.status === 400 ? t('google.recoveryRequired') : result.msg;
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        return t('shell.requestNetworkError');
      }
    },
  };
}
