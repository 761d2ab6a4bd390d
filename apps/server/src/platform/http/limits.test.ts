/** A bucket of the process itself counts as the one in the database does. */
import { describe, expect, it } from 'vitest';

import { createOwnBucket } from './limits.ts';

describe('a bucket in memory', () => {
  it('gives so many in a time that begins with the first, says how long to wait, and starts anew', () => {
    let now = 1000;
    const take = createOwnBucket(3, 2, () => now);
    const taken = (at: number): number => {
      now = at;
      return take('anna');
    };
    expect([1000, 1500, 2900].map(taken)).toEqual([0, 0, 0]);
    expect([2900, 2999.5].map(taken)).toEqual([100, 1]);
    expect([3000, 3001, 4999, 4999].map(taken)).toEqual([0, 0, 0, 1]);
    expect(taken(5000)).toBe(0);
  });

  it('counts each key by itself, and keeps counting those whose time is not over when it forgets others', () => {
    let now = 0;
    const take = createOwnBucket(1, 2, () => now);
    expect(take('anna')).toBe(0);
    now = 1500;
    expect(take('bert')).toBe(0);
    now = 2000;
    expect(take('anna')).toBe(0);
    expect(take('bert')).toBe(1500);
  });
});
