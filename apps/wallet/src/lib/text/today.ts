/** The day it is, for lists that head their days: it changes under a page that stays open over midnight. */
import { useSyncExternalStore } from 'react';

import { serverClock } from '../device/clock.ts';

const lookEveryMs = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  return () => clearInterval(timer);
}

/** Noon of today in the reader's zone, epoch ms: of the day it is for the server, which dates what the lists hold. */
function noon(): number {
  return new Date(serverClock.now()).setHours(12, 0, 0, 0);
}

/** A moment of today, epoch ms: the same one all day long. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, noon);
}
