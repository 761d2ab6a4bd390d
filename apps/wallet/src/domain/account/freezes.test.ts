import { dayMs, hourMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { endOf, type HeldFreeze, withReason } from './freezes.ts';

const now = Date.UTC(2026, 10, 23, 10);
const locked: HeldFreeze = { area: 'payout', reason: 'notMe', until: null, liftedBy: 'self' };
const short: HeldFreeze = { area: 'payout', reason: 'googleBound', until: now + hourMs, liftedBy: 'time' };

describe('what a reason adds to the freezes of a person', () => {
  it('ends for each area when the table says', () => {
    const held = withReason([], 'passwordReset', now);
    expect(held.map(({ area, until }) => [area, until])).toEqual([
      ['payout', now + dayMs],
      ['trade', now + dayMs],
      ['card', now + dayMs],
      ['credentials', now + 7 * dayMs],
    ]);
  });

  it('leaves what ends later, and takes the place of what ends earlier', () => {
    expect(withReason([locked], 'passwordChanged', now)).toEqual([locked]);
    expect(withReason([short], 'passwordChanged', now)).toEqual([
      { area: 'payout', reason: 'passwordChanged', until: now + dayMs, liftedBy: 'time' },
    ]);
  });

  it('has no end where somebody has to lift it', () => {
    const held = withReason([short], 'notMe', now);
    expect(held.map((freeze) => [freeze.until, endOf(freeze)])).toEqual([
      [null, Infinity],
      [null, Infinity],
      [null, Infinity],
    ]);
  });
});
