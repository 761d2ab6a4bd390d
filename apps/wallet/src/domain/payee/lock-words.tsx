import type { PayeeLock } from '@marigold/contract/calls/payee';
import { hoursIn } from '@marigold/contract/durations';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';

import { serverClock } from '../../lib/device/clock.ts';
import { useIsAhead, useSecondsLeft } from '../../lib/text/countdown.ts';
import { coinText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { lockCountdown } from './payee-lock.ts';

/** The lock as long as it stands; one whose day has not begun stands until somebody tries. */
export function useOpenLock(lock: PayeeLock | null | undefined): PayeeLock | undefined {
  const isAhead = useIsAhead(lock?.until ?? Infinity);
  return isAhead ? (lock ?? undefined) : undefined;
}

/** Why only little goes to a new address yet, and from when on any amount does. */
export function LockWords({ lock: { until, single } }: { readonly lock: PayeeLock }) {
  const t = useText();
  const amount = coinText(single, 'USD');
  if (until === null) return t('transfer.address.lockedFromTry', { amount, hours: hoursIn(newPayeeLockMs) });
  return (
    <>
      {`${t('transfer.address.locked', { time: momentText(until), amount })} ${t('transfer.address.lockLeft')} `}
      <LockTime until={until} />
    </>
  );
}

/** How long a lock still stands. Seconds are for eyes alone. */
export function LockTime({ until }: { readonly until: number }) {
  const seconds = useSecondsLeft(serverClock.onDevice(until));
  return (
    <span role="timer" aria-live="off" className="num">
      {lockCountdown(until, until - seconds * 1000)}
    </span>
  );
}
