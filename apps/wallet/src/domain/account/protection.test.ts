import { expect, it } from 'vitest';

import { protectionOf } from './protection.ts';

const contact = { isPasswordCommon: false, email: 'a***@example.com', phone: null };

const bare = { hasGoogle: false, codesLeft: 0, passkeys: 0 };

it('counts what protects an account, and says what is missing first', () => {
  expect(protectionOf({ ...contact, ...bare, hasPayPassword: false })).toEqual({
    done: 2,
    all: 5,
    next: 'payPassword',
  });
  expect(protectionOf({ ...contact, ...bare, hasPayPassword: true })).toEqual({
    done: 3,
    all: 5,
    next: 'twoStep',
  });
  const bound = { ...contact, hasPayPassword: true, hasGoogle: true, passkeys: 0 };
  expect(protectionOf({ ...bound, codesLeft: 4 })).toEqual({ done: 5, all: 5, next: undefined });
  expect(protectionOf({ ...bound, codesLeft: 3 })).toEqual({ done: 4, all: 5, next: 'codes' });
  expect(protectionOf({ ...bound, codesLeft: 4, isPasswordCommon: true })).toEqual({
    done: 4,
    all: 5,
    next: 'password',
  });
  expect(protectionOf({ ...contact, email: null, ...bare, hasPayPassword: false })).toMatchObject({
    next: 'contact',
  });
});

it('counts a passkey as strong, and a second one as what stands in for it', () => {
  const keyed = { ...contact, ...bare, hasPayPassword: true };
  expect(protectionOf({ ...keyed, passkeys: 1 })).toEqual({ done: 4, all: 5, next: 'codes' });
  expect(protectionOf({ ...keyed, passkeys: 2 })).toEqual({ done: 5, all: 5, next: undefined });
});
