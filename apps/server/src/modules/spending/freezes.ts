import type { FreezeArea, FreezeReason } from '@marigold/contract/calls/user';
import { freezes } from '@marigold/contract/durations';

/** A freeze that holds; `until` in epoch milliseconds. */
export type Freeze = { readonly area: FreezeArea; readonly reason: FreezeReason; readonly until: number };

/** What a changed secret freezes from now on, and until when. */
export function freezesFrom(
  reason: FreezeReason,
  now: number,
): readonly { readonly area: FreezeArea; readonly until: number }[] {
  const spans: { readonly [Area in FreezeArea]?: number } = freezes[reason];
  return (Object.keys(spans) as FreezeArea[]).map((area) => ({ area, until: now + (spans[area] ?? 0) }));
}
