import type { ContactMethod } from '@marigold/guard/factors';
import { useEffect, useEffectEvent, useState } from 'react';

import { newId } from '../../lib/device/ids.ts';
import { tabStorage } from '../../lib/device/storage.ts';
import { useStore } from '../../lib/device/store.ts';
import type { NoAnswer, NotServed, Refused } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useCountdown } from '../../lib/text/countdown.ts';
import { createRecoveries, isRecoveryRunning, type Recovery } from './recovery.ts';

export const recoveries = createRecoveries(tabStorage, () => Date.now());

/** The running recovery; without one the person begins at the start, with what they had typed. */
export function useRunningRecovery(): Recovery | undefined {
  const state = useStore(recoveries.state);
  const isMissing = !isRecoveryRunning(state);
  useEffect(() => {
    if (isMissing) go(paths.forgetUsername(), { isReplacing: true });
  }, [isMissing]);
  return isRecoveryRunning(state) ? state : undefined;
}

/** True when a "no" says that the recovery is over; the way back to its start is then taken. */
export function endsRecovery(failure: Refused | NotServed | NoAnswer): boolean {
  if (failure.kind !== 'refusal' || failure.refusal !== 'ticket_expired') return false;
  recoveries.end();
  return true;
}

export type RecoveryCode = {
  /** Asks for a code: true when one is on its way (now or already), otherwise what to say, if anything. */
  readonly send: (method: ContactMethod) => Promise<true | string | undefined>;
  readonly isSending: boolean;
  readonly waitSeconds: number;
};

/** Sends the code of a recovery, and again. */
export function useRecoveryCode({ ticket, methods, sent }: Recovery): RecoveryCode {
  const [isSending, setSending] = useState(false);
  const countdown = useCountdown();
  const resendAt = sent?.resendAt ?? 0;
  const waitFor = useEffectEvent((at: number) => {
    if (at > Date.now()) countdown.start((at - Date.now()) / 1000);
  });
  useEffect(() => waitFor(resendAt), [resendAt]);

  async function ask(method: ContactMethod): Promise<true | string | undefined> {
    const result = await call(
      'user/forget/send',
      { ticket, method },
      { showErrors: true, disableLoading: true, onFail: () => undefined },
    );
    if (result.ok) {
      const { masked, ttl, resendIn } = result.data;
      const now = Date.now();
      const times = { expires: now + ttl * 1000, resendAt: now + resendIn * 1000 };
      recoveries.sent({ id: newId(), method, masked, ...times });
      return true;
    }
    if (endsRecovery(result) || result.kind === 'network') return undefined;
    const { seconds } = result.facts;
    if (result.kind !== 'refusal' || result.refusal !== 'code_too_soon' || typeof seconds !== 'number')
      return result.msg;
    countdown.start(seconds);
    return sent?.method === method && methods.length > 0 ? true : result.msg;
  }

  return {
    isSending,
    waitSeconds: countdown.seconds,
    async send(method) {
      if (isSending) return undefined;
      setSending(true);
      try {
        return await ask(method);
      } finally {
        setSending(false);
      }
    },
  };
}
