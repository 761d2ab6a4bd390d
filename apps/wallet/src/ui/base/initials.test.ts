import { describe, expect, it } from 'vitest';

import { initialsOf } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Anna Kovaleva', 'AK'],
    ['annakov', 'A'],
    ['  Juan  Carlos de Borbón ', 'JB'],
    ['王 小明', '王小'],
    ['👩‍👧 family', '👩‍👧F'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
