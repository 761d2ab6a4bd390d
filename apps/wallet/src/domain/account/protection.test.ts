import { expect, it } from 'vitest';

import { protectionOf } from './protection.ts';

const contact = { email: 'a***@example.com', phone: null };

it('counts what protects an account, and says what is missing first', () => {
  expect(protectionOf({ ...contact, hasPayPassword: false })).toEqual({
    done: 2,
    all: 3,
    next: 'payPassword',
  });
  expect(protectionOf({ ...contact, hasPayPassword: true })).toEqual({ done: 3, all: 3, next: undefined });
  expect(protectionOf({ email: null, phone: null, hasPayPassword: false })).toMatchObject({
    next: 'contact',
  });
});
