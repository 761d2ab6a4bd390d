import { useEffect, useEffectEvent, useState } from 'react';

import { useCodeWords, isSent } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { CodeEntry } from '../../ui/field/code-entry.tsx';
import { type PendingLogin, pendingLogin } from './pending-login.ts';
import { useLoginCode } from './use-login-code.ts';

/** The password was right, and this device is new to the account: a code opens the door. */
export function LoginCode({ pending }: { readonly pending: PendingLogin }) {
  const t = useText();
  const words = useCodeWords();
  const isDemo = useIsDemo();
  const { isOnline } = useOnline();
  const code = useLoginCode(pending);
  // A phone is its owner's; a computer may be anybody's.
  const isWide = useWideLayout();
  const [isTrusted, setTrusted] = useState(!isWide);
  const { methods, sent } = pending;
  const [only, ...others] = methods;
  const sendOnly = useEffectEvent(() => {
    if (only !== undefined && others.length === 0 && sent === undefined) void code.send(only.method);
  });
  // The only way there is needs no choosing.
  useEffect(() => sendOnly(), [pending.ticket]);

  return (
    <Screen close={() => pendingLogin.set(undefined)} hasOwnHeading>
      <h1 className="mt-2 type-1">{t('login.secondTitle')}</h1>
      <p className="mt-1 mb-5 type-sm text-ink-2">{t('login.secondText')}</p>
      <CodeEntry
        words={words}
        sends={isSent}
        methods={methods.map(({ method }) => method)}
        sent={sent}
        isStarting={code.isSending}
        waitSeconds={code.waitSeconds}
        isBusy={code.isChecking}
        isOnline={isOnline}
        problem={code.problem}
        onSend={code.send}
        onCode={(digits) => void code.enter(digits, isTrusted)}
      />
      <div className="mt-5">
        <Checkbox isOn={isTrusted} onChange={setTrusted}>
          {t('login.trustDevice')}
        </Checkbox>
      </div>
      <p className="mt-5 text-center type-sm text-ink-2">{t('login.secondHelp')}</p>
      {isDemo ? (
        <p className="mt-3 text-center type-sm">
          <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
            {t('login.demoInboxOpen')}
          </a>
        </p>
      ) : null}
    </Screen>
  );
}
