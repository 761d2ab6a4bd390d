/** The day it is, for lists that head their days: it changes under a page that stays open over midnight. */
import { useSyncExternalStore } from 'react';

const lookEveryMs = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  return () => clearInterval(timer);
}

/** Noon of today in the reader's zone, epoch ms. */
function noon(): number {
  return new Date().setHours(12, 0, 0, 0);
}

/** A moment of today, epoch ms: the same one all day long. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, noon);
}
