import { notMePayeesMs } from '@marigold/contract/durations';
import { freezes } from '@marigold/guard/freezes';
import { dayMs } from '@marigold/money/spans';
import { useState } from 'react';

import { useOnline } from '../../lib/device/online.ts';
import { session } from '../../lib/device/session.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import type { LockAnswer } from './lock-done.tsx';
import { NotMeFrame } from './not-me-frame.tsx';

type ConfirmProps = {
  /** Of a notice; without one the signed-in person locks the account of this session. */
  readonly ticket?: string;
  readonly onAnswer: (answer: LockAnswer | 'expired') => void;
};

/** What will be locked, and the one button that does it. */
export function ConfirmLock({ ticket, onAnswer }: ConfirmProps) {
  const t = useText();
  const intent = useIntent('user/notme');
  const { isOnline } = useOnline();
  const [problem, setProblem] = useState<string>();

  async function lock(): Promise<void> {
    setProblem(undefined);
    const result = await intent.send(ticket === undefined ? {} : { ticket }, {
      showErrors: true,
      disableLoading: true,
      onFail: () => undefined,
    });
    if (result.ok) {
      if (ticket === undefined) showLocked(result.data.locked);
      return onAnswer(result.data);
    }
    if (result.kind === 'refusal' && result.refusal === 'ticket_expired') return onAnswer('expired');
    setProblem(problemOf(result, { fields: [] })?.text);
  }

  return (
    <NotMeFrame
      title={t('notme.confirmTitle')}
      text={t('notme.confirmText')}
      foot={
        <>
          <Button
            kind="danger"
            isBusy={intent.isSending}
            busyLabel={t('notme.busy')}
            disabledReason={isOnline ? undefined : t('notme.offline')}
            onPress={lock}
          >
            {t('notme.submit')}
          </Button>
          <Button link={linkTo(paths.home(), { isReplacing: true })}>{t('notme.itWasMe')}</Button>
        </>
      }
    >
      <ul className="mt-5 grid list-disc gap-2 ps-5">
        <li>{t('notme.effectMoney')}</li>
        <li>{t(ticket === undefined ? 'notme.effectOthers' : 'notme.effectAll')}</li>
        <li>{t('notme.effectOrders')}</li>
        <li>{t('notme.effectPayees', { days: notMePayeesMs / dayMs })}</li>
        <li>{t('notme.safe')}</li>
      </ul>
      {problem === undefined ? null : (
        <div className="mt-5">
          <Note tone="bad">{problem}</Note>
        </div>
      )}
    </NotMeFrame>
  );
}

/** This session stays, and every screen of it shows the lock at once. */
function showLocked(locked: LockAnswer['locked']): void {
  const { user } = session.state.get();
  if (user === undefined) return;
  const { liftedBy } = freezes.notMe;
  const fresh = locked.map((area) => ({ area, reason: 'notMe', until: null, liftedBy }) as const);
  const others = user.freezes.filter(({ area }) => !locked.includes(area));
  session.setUser({ ...user, freezes: [...others, ...fresh] });
}
