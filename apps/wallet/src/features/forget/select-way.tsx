import type { ContactMethod } from '@marigold/guard/factors';
import { useState } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { RadioRows } from '../../ui/field/choice-rows.tsx';
import { ForgetFrame } from './forget-frame.tsx';
import type { Recovery } from './recovery.ts';
import { useRecoveryCode } from './use-recovery.ts';

/** The contacts that the code can go to, masked, and the button that sends it. */
export function SelectWay({ recovery }: { readonly recovery: Recovery }) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const code = useRecoveryCode(recovery);
  const { account, methods } = recovery;
  const [method, setMethod] = useState<ContactMethod | undefined>(methods[0]?.method);
  const [problem, setProblem] = useState<string>();

  async function send(): Promise<void> {
    if (method === undefined) return;
    setProblem(undefined);
    const outcome = await code.send(method);
    if (outcome === true) go(paths.forget());
    else setProblem(outcome);
  }

  return (
    <ForgetFrame
      title={t('forget.selectTitle')}
      text={t('forget.selectText', { account })}
      back={paths.forgetUsername()}
      foot={
        <Button
          kind="primary"
          isBusy={code.isSending}
          busyLabel={words.sending}
          disabledReason={isOnline ? undefined : words.offline}
          onPress={send}
        >
          {words.send}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <RadioRows
          label={t('forget.selectTitle')}
          options={methods.map((way) => ({
            value: way.method,
            label: words.methods[way.method],
            detail: way.masked,
          }))}
          value={method}
          onChange={setMethod}
        />
        <p className="type-sm text-ink-2">
          {t('forget.selectHint')}{' '}
          <PageLink className="link" to={paths.forgetUsername({ account })} isReplacing>
            {t('forget.changeName')}
          </PageLink>
        </p>
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </div>
    </ForgetFrame>
  );
}
