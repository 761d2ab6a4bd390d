/** A person's own limits as their rows say them. */
import { type LimitRaise, limitsInForce, type PersonLimits } from '@marigold/guard/wallet-limits';

import { centsFloor } from '../rate/worth.ts';
import type { LimitColumns, StoredLimits } from './views.ts';

/** What holds of it now, and the raise that still waits. */
export function readLimits(
  { limits, raise }: LimitColumns,
  now: number,
): { readonly inForce: PersonLimits; readonly raise: LimitRaise | undefined } {
  const stored = raise === null ? undefined : { wanted: readRow(raise), effectiveAt: raise.effectiveAt };
  const inForce = limitsInForce(limits === null ? undefined : readRow(limits), stored, now);
  return { inForce, raise: stored !== undefined && stored.effectiveAt > now ? stored : undefined };
}

function readRow({ single, total, ...rest }: StoredLimits): PersonLimits {
  const { payments, method, alwaysWait } = rest;
  return { single: centsFloor(single), total: centsFloor(total), payments, method, alwaysWait };
}
