/** What holds of a person's freezes, as the server says it and as the table does. Pure. */
import { type FreezeReason, freezes as table, freezesFrom, untilLifted } from '@marigold/guard/freezes';

import type { User } from '../../lib/device/session.ts';

export type HeldFreeze = User['freezes'][number];

/** Epoch milliseconds; Infinity where somebody has to lift it. */
export function endOf({ until }: Pick<HeldFreeze, 'until'>): number {
  return until ?? untilLifted;
}

/** The freezes of somebody once a reason froze its areas at a moment: of two of one area the one that ends last. */
export function withReason(
  before: readonly HeldFreeze[],
  reason: FreezeReason,
  at: number,
): readonly HeldFreeze[] {
  const { liftedBy } = table[reason];
  const fresh = freezesFrom(reason, at).map(({ area, until }): HeldFreeze => {
    const held = before.find((freeze) => freeze.area === area);
    if (held !== undefined && endOf(held) > until) return held;
    return { area, reason, until: until === untilLifted ? null : until, liftedBy };
  });
  return [...before.filter(({ area }) => !fresh.some((one) => one.area === area)), ...fresh];
}
