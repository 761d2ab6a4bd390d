import { describe, expect, it } from 'vitest';

import {
  type BoundMethod,
  type FactorFacts,
  offerMethods,
  resetChannelMs,
  resetRestMs,
  type VerifyMethod,
} from './factors.ts';

const now = 1_800_000_000_000;

function facts(methods: readonly VerifyMethod[], more: Partial<FactorFacts> = {}): FactorFacts {
  const bound: readonly BoundMethod[] = methods.map((method) => ({ method, money: 0, credential: 0 }));
  return { bound, preferred: undefined, reset: undefined, ...more };
}

describe('the methods that approve', () => {
  it('money are all that reach the person, the strongest first, their own choice before it', () => {
    const all = ['sms', 'email', 'google', 'passkey'] as const;
    expect(offerMethods(facts(all), 'money', now).methods).toEqual(['passkey', 'google', 'email', 'sms']);
    const chosen = offerMethods(facts(all, { preferred: 'email' }), 'money', now);
    expect(chosen.methods).toEqual(['email', 'passkey', 'google', 'sms']);
  });

  it('a credential are strong ones alone, once one is bound', () => {
    expect(offerMethods(facts(['email', 'google']), 'credential', now).methods).toEqual(['google']);
    expect(offerMethods(facts(['email', 'sms']), 'credential', now).methods).toEqual(['email', 'sms']);
  });

  it('an unbinding are strong ones, and contacts never', () => {
    expect(offerMethods(facts(['email', 'sms']), 'strong', now)).toEqual({ methods: [], from: undefined });
  });

  it('nothing by a factor that is too new, and say from when it does', () => {
    const bound = [{ method: 'email', money: now + 1, credential: now + 5 }] as const;
    const young = { ...facts([]), bound };
    expect(offerMethods(young, 'money', now)).toEqual({ methods: [], from: now + 1 });
    expect(offerMethods(young, 'money', now + 1).methods).toEqual(['email']);
    expect(offerMethods(young, 'credential', now + 1)).toEqual({ methods: [], from: now + 5 });
  });
});

describe('the mailbox that reset the login password', () => {
  const reset = { by: 'email', at: now } as const;

  it('approves no credential for seven days', () => {
    const until = now + resetChannelMs;
    expect(offerMethods(facts(['email'], { reset }), 'credential', until - 1)).toEqual({
      methods: [],
      from: until,
    });
    expect(offerMethods(facts(['email'], { reset }), 'credential', until).methods).toEqual(['email']);
  });

  it('never does where another class is bound: then that one', () => {
    const later = now + 10 * resetChannelMs;
    expect(offerMethods(facts(['email', 'sms'], { reset }), 'credential', later).methods).toEqual(['sms']);
    expect(offerMethods(facts(['email', 'google'], { reset }), 'credential', later).methods).toEqual([
      'google',
    ]);
  });

  it('leaves a password that is no factor for a day: then nothing approves a credential beside it', () => {
    const strong = facts(['email', 'google'], { reset });
    for (const purpose of ['credential', 'strong'] as const) {
      const until = now + resetRestMs;
      expect(offerMethods(strong, purpose, until - 1)).toEqual({ methods: [], from: until });
      expect(offerMethods(strong, purpose, until).methods).toEqual(['google']);
    }
    expect(offerMethods(strong, 'ownPassword', now).methods).toEqual(['google']);
  });

  it('approves payments and another login password of its owner', () => {
    expect(offerMethods(facts(['email'], { reset }), 'money', now).methods).toEqual(['email']);
    expect(offerMethods(facts(['email'], { reset }), 'ownPassword', now).methods).toEqual(['email']);
  });
});
