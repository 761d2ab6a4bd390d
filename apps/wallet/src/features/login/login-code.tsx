import { strongTrustMs } from '@marigold/contract/durations';
import { dayMs } from '@marigold/money/spans';
import { useEffect, useEffectEvent, useState } from 'react';

import { passkeySupport } from '../../domain/verification/passkey.ts';
import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { CodeEntry } from '../../ui/field/code-entry.tsx';
import { isSentByUs, type PendingLogin, pendingLogin } from './pending-login.ts';
import { RecoveryEntry } from './recovery-entry.tsx';
import { useLoginCode } from './use-login-code.ts';

/** The password was right, and this device is new to the account: a code opens the door, or what only its owner holds. */
export function LoginCode({ pending }: { readonly pending: PendingLogin }) {
  const t = useText();
  // A phone is its owner's; a computer may be anybody's.
  const isWide = useWideLayout();
  const [isTrusted, setTrusted] = useState(!isWide);
  const { methods } = pending;
  const isStrong = !methods.some(({ method }) => isSentByUs(method));
  const hasPaper = methods.some(({ method }) => method === 'recovery');
  return (
    <Screen close={() => pendingLogin.set(undefined)} hasOwnHeading>
      <h1 className="mt-2 type-1">{t('login.secondTitle')}</h1>
      <p className="mt-1 mb-5 type-sm text-ink-2">
        {t(isStrong ? 'login.secondStrongText' : 'login.secondText')}
      </p>
      <Entry pending={pending} isTrusted={isTrusted} />
      <div className="mt-5">
        <Checkbox isOn={isTrusted} onChange={setTrusted}>
          {isStrong ? t('login.trustDays', { days: strongTrustMs / dayMs }) : t('login.trustDevice')}
        </Checkbox>
      </div>
      {isStrong ? (
        hasPaper && <Help text={t('login.secondStrongHelp')} />
      ) : (
        <>
          <Help text={t('login.secondHelp')} />
          <DemoInbox />
        </>
      )}
    </Screen>
  );
}

/** What is typed: six digits, or a code on paper. */
function Entry({ pending, isTrusted }: { readonly pending: PendingLogin; readonly isTrusted: boolean }) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const code = useLoginCode(pending);
  const { sent } = pending;
  const methods = offeredHere(pending.methods);
  const [first, ...others] = methods;
  const begin = useEffectEvent(() => {
    if (first === undefined || sent !== undefined) return;
    if (others.length === 0 || !isSentByUs(first.method)) void code.send(first.method);
  });
  // The only way there is needs no choosing, and one to which nothing is sent costs nobody anything.
  useEffect(() => begin(), [pending.ticket]);
  const shared = { isBusy: code.isChecking, isOnline, problem: code.problem };
  if (sent?.method === 'recovery') {
    return (
      <RecoveryEntry
        {...shared}
        words={words}
        onCode={(recoveryCode) => void code.enter({ recoveryCode }, isTrusted)}
        onOther={code.leave}
      />
    );
  }
  return (
    <CodeEntry
      {...shared}
      words={{ ...words, methods: { ...words.methods, recovery: t('login.recoveryCode') } }}
      sends={isSentByUs}
      methods={methods.map(({ method }) => method)}
      sent={sent}
      isStarting={code.isSending}
      waitSeconds={code.waitSeconds}
      onSend={code.send}
      onTouch={async () => await code.touch(isTrusted)}
      onCode={(digits) =>
        void code.enter(
          sent?.method === 'google' ? { code: digits, method: 'google' } : { code: digits },
          isTrusted,
        )
      }
    />
  );
}

/** A touch is offered where the browser knows how, or where there is nothing else. */
function offeredHere(methods: PendingLogin['methods']): PendingLogin['methods'] {
  const others = methods.filter(({ method }) => method !== 'passkey');
  return passkeySupport() === 'yes' || others.length === 0 ? methods : others;
}

function Help({ text }: { readonly text: string }) {
  return <p className="mt-5 text-center type-sm text-ink-2">{text}</p>;
}

function DemoInbox() {
  const t = useText();
  return useIsDemo() ? (
    <p className="mt-3 text-center type-sm">
      <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
        {t('login.demoInboxOpen')}
      </a>
    </p>
  ) : null;
}
