import { dayMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { lockCountdown } from './payee-lock.ts';

const now = 1_795_000_000_000;

describe('the protection of a new recipient', () => {
  it('counts down in hours, minutes and seconds, and stops at nothing', () => {
    const left = (ms: number) => lockCountdown(now + ms, now);
    expect([dayMs, 3_599_001, 61_000, 1, 0, -5000].map(left)).toEqual([
      '24:00:00',
      '01:00:00',
      '00:01:01',
      '00:00:01',
      '00:00:00',
      '00:00:00',
    ]);
  });
});
