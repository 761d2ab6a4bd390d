import { expect, it } from 'vitest';

import { protectionOf } from './protection.ts';

it('counts the payment password on top of what every account has', () => {
  expect(protectionOf({ hasPayPassword: false })).toEqual({ done: 2, all: 3 });
  expect(protectionOf({ hasPayPassword: true })).toEqual({ done: 3, all: 3 });
});
