import { useEffect, useEffectEvent, useState } from 'react';

import { serverClock } from '../../lib/device/clock.ts';

/** True from a moment of the server on; `onEnd` runs when it comes while the page is there. Null never comes. */
export function useTimeUp(until: number | null, onEnd: () => void): boolean {
  const [endedAt, setEndedAt] = useState(() =>
    until !== null && until <= serverClock.now() ? until : undefined,
  );
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (until === null) return undefined;
    const rest = Math.max(0, until - serverClock.now());
    const timer = setTimeout(() => {
      setEndedAt(until);
      end();
    }, rest);
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && endedAt === until;
}
