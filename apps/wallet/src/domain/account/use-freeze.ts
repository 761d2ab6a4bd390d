import type { FreezeArea } from '@marigold/guard/freezes';

import { serverClock } from '../../lib/device/clock.ts';
import { useSession } from '../../lib/device/session.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useUserInfo } from './account-queries.ts';
import { endOf, type HeldFreeze } from './freezes.ts';

/** The freeze of an area (security.md 7); its `until` is null where somebody has to lift it. Undefined while there is none. */
export function useFreeze(area: FreezeArea): HeldFreeze | undefined {
  const { user } = useSession();
  // A secret may have been changed on another device.
  useUserInfo();
  const found = user?.freezes.find((freeze) => freeze.area === area);
  const isFrozen = useIsAhead(found === undefined ? 0 : endOf(found));
  return isFrozen ? found : undefined;
}

/** Of the freezes of a person those that are not over; seen anew, give or take a few seconds, when one ends. */
export function useHeldFreezes(freezes: readonly HeldFreeze[]): readonly HeldFreeze[] {
  const held = freezes.filter((freeze) => endOf(freeze) > serverClock.now());
  useIsAhead(Math.min(...held.map(endOf)));
  return held;
}

/** The values of a sentence that says how long somebody has to wait: `ends` chooses its words. */
export function waitOf({ until }: HeldFreeze): { readonly ends: 'time' | 'lifted'; readonly time: string } {
  return until === null ? { ends: 'lifted', time: '' } : { ends: 'time', time: dateTimeText(until) };
}
