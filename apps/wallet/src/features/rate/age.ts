/** How old prices are while a page stays open: the server's word for it, and what has passed since. */
import { rateStaleMs } from '@marigold/contract/durations';
import { useEffect, useState } from 'react';

import type { useRates } from '../../domain/asset/asset-queries.ts';

export type ListedRates = NonNullable<ReturnType<typeof useRates>['data']>;
export type ListedRate = ListedRates['list'][number];

const tickMs = 10_000;

/** Answers the age of a price in milliseconds; the component renders again as it grows. `fetchedAt` is of this device. */
export function useAge(time: number, fetchedAt: number): (rate: ListedRate) => number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - fetchedAt);
  return (rate) => time - rate.time + passed;
}

export function isStale(rate: ListedRate, ageMs: number): boolean {
  return rate.stale || ageMs > rateStaleMs;
}
