import { recoveryLifeMs } from '@marigold/contract/durations';
import { useState } from 'react';

import { useCodeWords, isSent } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { call } from '../../lib/http/call.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CodeEntry } from '../../ui/field/code-entry.tsx';
import { ForgetFrame } from './forget-frame.tsx';
import type { Recovery, SentRecovery } from './recovery.ts';
import { endsRecovery, recoveries, useRecoveryCode } from './use-recovery.ts';

type EnterProps = { readonly recovery: Recovery; readonly sent: SentRecovery };

/** The six digits that prove the contact. */
export function EnterRecoveryCode({ recovery, sent }: EnterProps) {
  const t = useText();
  const words = useCodeWords();
  const isDemo = useIsDemo();
  const { isOnline } = useOnline();
  const code = useRecoveryCode(recovery);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { account, ticket } = recovery;

  async function check(digits: string): Promise<void> {
    setProblem(undefined);
    setChecking(true);
    const result = await call(
      'user/forget/verify',
      { ticket, code: digits },
      { showErrors: true, disableLoading: true, onFail: () => undefined },
    );
    setChecking(false);
    if (result.ok) {
      const { ticket: proven, need = [] } = result.data;
      return recoveries.proven(proven, Date.now() + recoveryLifeMs, need.length > 0);
    }
    if (!endsRecovery(result) && result.kind !== 'network') setProblem(result.msg);
  }

  return (
    <ForgetFrame
      title={t('forget.codeTitle')}
      text={t('forget.codeText', { account })}
      back={paths.forgetSelect()}
    >
      <CodeEntry
        words={words}
        sends={isSent}
        methods={[sent.method]}
        sent={sent}
        isStarting={code.isSending}
        waitSeconds={code.waitSeconds}
        isBusy={isChecking}
        isOnline={isOnline}
        problem={problem}
        onSend={async (method) => {
          const outcome = await code.send(method);
          setProblem(outcome === true ? undefined : outcome);
        }}
        onCode={(digits) => void check(digits)}
      />
      <p className="mt-5 text-center type-sm text-ink-2">
        {t('forget.noCode')}{' '}
        <PageLink className="link" to={paths.forgetUsername({ account })} isReplacing>
          {t('forget.changeName')}
        </PageLink>
      </p>
      {isDemo ? (
        <p className="mt-3 text-center type-sm">
          <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
            {t('login.demoInboxOpen')}
          </a>
        </p>
      ) : null}
    </ForgetFrame>
  );
}
