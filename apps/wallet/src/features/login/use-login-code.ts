import { useState } from 'react';

import { answerPasskey, type PasskeyAnswer } from '../../domain/verification/passkey.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { newId } from '../../lib/device/ids.ts';
import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import type { Failure } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';
import { useCountdown } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import {
  isSentByUs,
  type LoginMethod,
  type PendingLogin,
  pendingLogin,
  waitingName,
} from './pending-login.ts';

type CodeOfLogin = {
  readonly isSending: boolean;
  readonly isChecking: boolean;
  /** Seconds until another code may be asked for. */
  readonly waitSeconds: number;
  readonly problem: string | undefined;
  /** Sends a code that way; a way to which nothing is sent is only chosen. */
  readonly send: (method: LoginMethod) => Promise<void>;
  readonly enter: (typed: TypedProof, trust: boolean) => Promise<void>;
  /** Asks a device of the person for a touch, and enters that. */
  readonly touch: (trust: boolean) => Promise<void>;
  /** Leads back to the choice of ways. */
  readonly leave: () => void;
};

/** Six digits, those of an authenticator by its name; or a code on paper. */
export type TypedProof =
  | { readonly code: string; readonly method?: 'google' }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAnswer };

const quietly = { showErrors: true, disableLoading: true, onFail: () => undefined } as const;

/** The code of a log-in on a device that is not trusted: sent, sent again, entered. */
export function useLoginCode(pending: PendingLogin): CodeOfLogin {
  const t = useText();
  const [isSending, setSending] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const countdown = useCountdown();
  const { ticket } = pending;

  /** A log-in that is over begins anew, with the name as it was typed. */
  function say(failure: Failure): void {
    if (failure.kind === 'network') return;
    if (failure.kind === 'refusal' && failure.refusal === 'login_expired') {
      showToast({ text: failure.msg });
      pendingLogin.set(undefined);
      return;
    }
    const { seconds } = failure.facts;
    // The running countdown says it better than a sentence that stands still.
    if (failure.kind === 'refusal' && failure.refusal === 'code_too_soon' && typeof seconds === 'number')
      countdown.start(seconds);
    else setProblem(failure.msg);
  }

  async function enter(typed: TypedProof, trust: boolean): Promise<void> {
    if (isChecking) return;
    setChecking(true);
    setProblem(undefined);
    const result = await call('user/login/second', { ticket, ...typed, trust }, quietly);
    setChecking(false);
    if (!result.ok) return say(result);
    pendingLogin.set(undefined);
    waitingName.set('');
    session.signIn(result.data);
    showToast({ text: t('login.done') });
  }

  return {
    isSending,
    isChecking,
    waitSeconds: countdown.seconds,
    problem,
    async send(method) {
      if (isSending) return;
      setProblem(undefined);
      if (!isSentByUs(method)) {
        const { expires } = pending;
        const options = method === 'passkey' ? pending.passkey : undefined;
        return pendingLogin.set({
          ...pending,
          sent: { id: newId(), method, masked: null, expires, options },
        });
      }
      setSending(true);
      const result = await call('user/login/send', { ticket, method }, quietly);
      setSending(false);
      if (!result.ok) return say(result);
      const { masked, ttl, resendIn } = result.data;
      pendingLogin.set({
        ...pending,
        sent: { id: newId(), method, masked, expires: serverClock.now() + ttl * 1000 },
      });
      countdown.start(resendIn);
    },
    enter,
    async touch(trust) {
      if (pending.passkey === undefined) return;
      setProblem(undefined);
      const passkey = await answerPasskey(pending.passkey);
      if (passkey === undefined) setProblem(t('verify.passkeyCancelled'));
      else await enter({ passkey }, trust);
    },
    leave() {
      setProblem(undefined);
      pendingLogin.set({ ...pending, sent: undefined });
    },
  };
}
