import { dayMs, hourMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { type FreezeArea, freezeAreas, freezeReasons, freezes, freezesFrom, untilLifted } from './freezes.ts';

const now = Date.UTC(2026, 10, 21, 9);
const always = 'lifted';

/** Hours of each area, and who lifts it: security.md 7.1, the only place that says it a second time. */
const specified = {
  passwordChanged: [{ payout: 24 }, 'time'],
  passwordReset: [{ payout: 24, trade: 24, card: 24, credentials: 7 * 24 }, 'time'],
  passwordResetStrong: [{ payout: 24 }, 'time'],
  payPasswordReset: [{ payout: 24, trade: 24, card: 24 }, 'time'],
  contactChanged: [{ payout: 6, card: 6 }, 'time'],
  googleBound: [{ payout: 6 }, 'time'],
  passkeyAdded: [{ payout: 6 }, 'time'],
  strongRemoved: [{ payout: 24, card: 24 }, 'time'],
  caseFactor: [{ payout: 5 * 24, trade: 5 * 24, card: 5 * 24 }, 'time'],
  casePassword: [{ payout: 3 * 24, trade: 3 * 24, card: 3 * 24 }, 'time'],
  notMe: [{ payout: always, trade: always, card: always }, 'self'],
  sessionCopied: [{ payout: always, trade: always, card: always }, 'self'],
  lifted: [{ payout: 24, trade: 24, card: 24 }, 'time'],
  operator: [{}, 'support'],
  closing: [{ trade: always, card: always }, 'self'],
  // identity-cards-fund-agents.md 2.3, last rows but one.
  identityDisabled: [{ payout: always, card: always }, 'identity'],
} as const satisfies Record<
  (typeof freezeReasons)[number],
  readonly [{ readonly [Area in FreezeArea]?: number | typeof always }, string]
>;

describe('the table of freezes', () => {
  it('has every reason once, and no other', () => {
    expect(new Set(freezeReasons).size).toBe(freezeReasons.length);
    expect(Object.keys(freezes).toSorted()).toEqual([...freezeReasons].toSorted());
    expect(Object.keys(specified).toSorted()).toEqual([...freezeReasons].toSorted());
  });

  it.each(freezeReasons)('%s freezes what the specification says, and for as long', (reason) => {
    const [hours, liftedBy] = specified[reason];
    expect(freezes[reason]).toMatchObject({ liftedBy });
    const wanted: { readonly [Area in FreezeArea]?: number | typeof always } = hours;
    expect(freezesFrom(reason, now)).toEqual(
      freezeAreas.flatMap((area) => {
        const span = wanted[area];
        if (span === undefined) return [];
        return [{ area, until: span === always ? untilLifted : now + span * hourMs }];
      }),
    );
  });

  it('ends by time alone exactly where every area has an end', () => {
    for (const reason of freezeReasons) {
      const spans = freezesFrom(reason, now);
      if (spans.length === 0) continue;
      expect([reason, spans.every(({ until }) => until !== untilLifted)]).toEqual([
        reason,
        freezes[reason].liftedBy === 'time',
      ]);
    }
  });

  it('lets nobody who knew the old password wait for trading, and whoever holds a mailbox wait longest for credentials', () => {
    expect(freezesFrom('passwordChanged', now)).toEqual([{ area: 'payout', until: now + dayMs }]);
    const reset = freezesFrom('passwordReset', now);
    expect(reset.find(({ until }) => until === Math.max(...reset.map((one) => one.until)))?.area).toBe(
      'credentials',
    );
  });
});
