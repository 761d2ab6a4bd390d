/** When something changes by time alone. */
import { resetChannelMs, resetRestMs } from '@marigold/guard/factors';
import { halfLifeMs, overlapMs } from '@marigold/guard/session-halves';

import type { AccountState } from './account.ts';

/** The next moment at which something ends that holds somebody up. */
export function nextMoment(state: AccountState): number | undefined {
  const { now, freezes, reset, passkey, sessions } = state;
  const copiedAt = sessions.thief?.copiedAt;
  const moments = [
    ...freezes.map(({ until }) => until),
    ...(reset === undefined ? [] : [reset.at + resetRestMs, reset.at + resetChannelMs]),
    ...(passkey === undefined ? [] : [passkey.moneyFrom]),
    ...(copiedAt === undefined
      ? []
      : [copiedAt + halfLifeMs + overlapMs, copiedAt + halfLifeMs + 2 * overlapMs]),
  ].filter((moment) => moment > now && Number.isFinite(moment));
  return moments.length === 0 ? undefined : Math.min(...moments);
}
