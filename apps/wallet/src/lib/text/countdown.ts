/** Seconds until something may be asked for again, counted by the clock. */
import { useEffect, useState, useSyncExternalStore } from 'react';

import { serverClock } from '../device/clock.ts';

export type Countdown = {
  /** Whole seconds that are left, 0 when there is nothing to wait for. */
  readonly seconds: number;
  readonly start: (seconds: number) => void;
};

/** Counts down to 0 by the clock, so that a sleeping phone wakes up to the right number. */
export function useCountdown(): Countdown {
  const [{ endMs, nowMs }, setTimes] = useState({ endMs: 0, nowMs: 0 });
  useEffect(() => {
    if (endMs === 0) return undefined;
    const timer = setInterval(() => {
      const now = Date.now();
      setTimes({ endMs, nowMs: now });
      if (now >= endMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [endMs]);
  return {
    seconds: Math.max(0, Math.ceil((endMs - nowMs) / 1000)),
    start(seconds) {
      const now = Date.now();
      setTimes({ endMs: now + seconds * 1000, nowMs: now });
    },
  };
}

/** Whole seconds until a moment of this device's clock (`serverClock.onDevice` for one of the server); 0 once it is over. */
export function useSecondsLeft(endMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Date.now();
      setNow(now);
      if (now >= endMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [endMs]);
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}

const lookEveryMs = 10_000;

function lookAgain(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  return () => clearInterval(timer);
}

/** True until a moment of the server has come, give or take a few seconds. */
export function useIsAhead(momentMs: number): boolean {
  return useSyncExternalStore(lookAgain, () => momentMs > serverClock.now());
}
