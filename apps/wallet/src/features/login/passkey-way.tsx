import { useEffect, useEffectEvent, useState } from 'react';

import {
  answerPasskey,
  cancelPasskey,
  type PasskeyAnswer,
  type PasskeyRequest,
} from '../../domain/verification/passkey.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { call } from '../../lib/http/call.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { FieldHint } from '../../ui/field/field.tsx';

type Begun = { readonly ticket: string; readonly options: PasskeyRequest; readonly expires: number };

/** Signs in by a touch: by the button, or by a key that the browser offers beside the name. */
export function PasskeyWay({ remember }: { readonly remember: () => boolean }) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const [begun, setBegun] = useState<Begun>();

  async function begin(): Promise<Begun | undefined> {
    if (begun !== undefined && begun.expires > serverClock.now()) return begun;
    const result = await call('user/passkey/begin', {}, { disableLoading: true, onFail: () => undefined });
    if (!result.ok) return undefined;
    setBegun(result.data);
    return result.data;
  }

  async function enter({ ticket }: Begun, passkey: PasskeyAnswer): Promise<void> {
    // A ticket answers once, whatever is said to it.
    setBegun(undefined);
    const result = await call(
      'user/passkey/login',
      { ticket, passkey, remember: remember() },
      { disableLoading: true, onFail: () => undefined },
    );
    if (!result.ok)
      return setProblem(result.kind === 'network' ? t('shell.requestNetworkError') : result.msg);
    session.signIn(result.data);
    showToast({ text: t('login.done') });
  }

  const offer = useEffectEvent(async (isLeft: () => boolean) => {
    const start = await begin();
    if (start === undefined || isLeft()) return;
    const answer = await answerPasskey(start.options, { isAutofill: true });
    if (answer !== undefined && !isLeft()) await enter(start, answer);
  });
  useEffect(() => {
    let hasLeft = false;
    // Whoever only looks at the page needs no ticket.
    const stop = whenNamed(() => void offer(() => hasLeft));
    return () => {
      hasLeft = true;
      stop();
      void cancelPasskey();
    };
  }, []);

  async function press(): Promise<void> {
    setProblem(undefined);
    const start = await begin();
    if (start === undefined) return setProblem(t('shell.requestNetworkError'));
    const answer = await answerPasskey(start.options);
    if (answer === undefined) setProblem(t('login.passkeyCancelled'));
    else await enter(start, answer);
  }

  return (
    <div className="mt-1 grid grid-cols-1 gap-4">
      <p className="flex items-center gap-3 type-sm text-ink-3">
        <span className="h-px grow bg-line" />
        {t('login.or')}
        <span className="h-px grow bg-line" />
      </p>
      {problem === undefined ? null : <FieldHint id="passkey-problem" error={problem} />}
      <Button kind="outline" icon="fingerprint" onPress={press}>
        {t('login.passkey')}
      </Button>
    </div>
  );
}

/** Once, as soon as the field is entered beside which a browser offers keys; answers how to wait no more. */
function whenNamed(run: () => void): () => void {
  const isThere = (at: unknown) => at instanceof HTMLInputElement && at.autocomplete.includes('webauthn');
  const stop = () => document.removeEventListener('focusin', look);
  function look({ target }: Pick<FocusEvent, 'target'>): void {
    if (!isThere(target)) return;
    stop();
    run();
  }
  document.addEventListener('focusin', look);
  look({ target: document.activeElement });
  return stop;
}
