import type { PayeeLock } from '@marigold/contract/calls/payee';
import { hoursIn } from '@marigold/contract/durations';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';

import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { coinText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { LockTime } from './lock-time.tsx';

/** The lock as long as it stands; one whose day has not begun stands until somebody tries. */
export function useOpenLock(lock: PayeeLock | null | undefined): PayeeLock | undefined {
  const isAhead = useIsAhead(lock?.until ?? Infinity);
  return isAhead ? (lock ?? undefined) : undefined;
}

/** Why only little goes to a new address yet, and from when on any amount does. */
export function LockWords({ lock }: { readonly lock: PayeeLock }) {
  const t = useText();
  const { until, single, canBind } = lock;
  const amount = coinText(single, 'USD');
  return (
    <>
      {until === null ? (
        t('transfer.address.lockedFromTry', { amount, hours: hoursIn(newPayeeLockMs) })
      ) : (
        <>
          {`${t('transfer.address.locked', { time: momentText(until), amount })} ${t('transfer.address.lockLeft')} `}
          <LockTime until={until} />
        </>
      )}
      {canBind ? <BindLink /> : null}
    </>
  );
}

/** What the person alone holds opens the lock at once; they come back to the page that they left. */
export function BindLink() {
  const t = useText();
  const { pathname, search } = window.location;
  return (
    <>
      {' '}
      <PageLink to={paths.googleAuth({ back: pathname + search })} className="link">
        {t('transfer.address.bind')}
      </PageLink>
    </>
  );
}
