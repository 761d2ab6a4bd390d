import { serverClock } from '../../lib/device/clock.ts';
import { useSecondsLeft } from '../../lib/text/countdown.ts';
import { lockCountdown } from './payee-lock.ts';

/** How long a lock still stands. Seconds are for eyes alone. */
export function LockTime({ until }: { readonly until: number }) {
  const seconds = useSecondsLeft(serverClock.onDevice(until));
  return (
    <span role="timer" aria-live="off" className="num">
      {lockCountdown(until, until - seconds * 1000)}
    </span>
  );
}
