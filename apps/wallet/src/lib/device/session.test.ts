import { describe, expect, it } from 'vitest';

import { createSession, type SessionEnd, type User } from './session.ts';
import { memoryStorage, storageKeys } from './storage.ts';

const alice = { username: 'alice', uid: '100000001' } as User;
const bobby = { username: 'bobby', uid: '100000002' } as User;
const visitor = { hasLogin: false, token: undefined, user: undefined };

function arrange(storage = memoryStorage()) {
  const session = createSession(storage);
  const ends: SessionEnd[] = [];
  session.onEnd((reason) => void ends.push(reason));
  return { session, storage, ends };
}

describe('hasLogin', () => {
  it('is false at first, even with a session in storage', () => {
    const { storage, session } = arrange();
    session.signIn({ token: 'token', user: alice });
    expect(createSession(storage).state.get()).toEqual(visitor);
  });

  it('is set by logging in and cleared by logging out, with user and token', () => {
    const { session, storage, ends } = arrange();
    session.signIn({ token: 'token', user: alice });
    expect(session.state.get()).toEqual({ hasLogin: true, token: 'token', user: alice });
    expect(storage.getItem(storageKeys.token)).toBe('token');
    session.signOut();
    expect(session.state.get()).toEqual(visitor);
    expect(storage.getItem(storageKeys.token)).toBeNull();
    expect(storage.getItem(storageKeys.user)).toBeNull();
    expect(ends).toEqual(['logout']);
  });

  it('is set again at launch by what is in storage', () => {
    const before = arrange();
    before.session.signIn({ token: 'token', user: alice });
    const after = arrange(before.storage);
    after.session.restore();
    expect(after.session.state.get()).toEqual({ hasLogin: true, token: 'token', user: alice });
  });

  it.each(['', 'not json', '[]', '{"username":7}'])('stays false with %j as the stored user', (stored) => {
    const { session, storage } = arrange();
    storage.setItem(storageKeys.token, 'token');
    storage.setItem(storageKeys.user, stored);
    session.restore();
    expect(session.state.get()).toEqual(visitor);
  });
});

describe('a refused token', () => {
  it('leaves the name of its person for the log-in, in memory alone and until they log out', () => {
    const { session, storage } = arrange();
    session.signIn({ token: 'token', user: alice });
    session.refuse('token');
    expect(session.nameBefore()).toBe('alice');
    expect(createSession(storage).nameBefore()).toBe('');
    session.signIn({ token: 'other', user: alice });
    session.signOut();
    expect(session.nameBefore()).toBe('');
  });

  it('ends the session it belongs to', () => {
    const { session, storage, ends } = arrange();
    session.signIn({ token: 'token', user: alice });
    expect(session.refuse('token')).toBe(true);
    expect(session.state.get()).toEqual(visitor);
    expect(storage.getItem(storageKeys.token)).toBeNull();
    expect(ends).toEqual(['refused']);
  });

  it('ends no other session, and none without a token', () => {
    const { session, ends } = arrange();
    session.signIn({ token: 'token', user: alice });
    expect(session.refuse('older')).toBe(false);
    expect(session.refuse(undefined)).toBe(false);
    expect(session.state.get().hasLogin).toBe(true);
    expect(ends).toEqual([]);
  });

  it('is not the token of a visitor', () => {
    expect(arrange().session.refuse(undefined)).toBe(false);
  });
});

describe('another tab', () => {
  it('logs this one out', () => {
    const { session, storage, ends } = arrange();
    session.signIn({ token: 'token', user: alice });
    storage.removeItem(storageKeys.token);
    session.restore();
    expect(session.state.get()).toEqual(visitor);
    expect(ends).toEqual(['elsewhere']);
  });

  it('ends what this one shows before it becomes somebody else', () => {
    const { session, storage, ends } = arrange();
    session.signIn({ token: 'token of alice', user: alice });
    createSession(storage).signIn({ token: 'token of bobby', user: bobby });
    session.restore();
    expect(ends).toEqual(['elsewhere']);
    expect(session.state.get()).toEqual({ hasLogin: true, token: 'token of bobby', user: bobby });
  });
});

describe('newer facts', () => {
  it('replace the user and keep the token', () => {
    const { session, storage } = arrange();
    session.signIn({ token: 'token', user: alice });
    session.setUser({ ...alice, nickname: 'Ali' });
    expect(session.state.get()).toMatchObject({ token: 'token', user: { nickname: 'Ali' } });
    expect(storage.getItem(storageKeys.user)).toContain('Ali');
  });

  it('that arrive after logging out log nobody in', () => {
    const { session, storage } = arrange();
    session.setUser(alice);
    expect(session.state.get()).toEqual(visitor);
    expect(storage.getItem(storageKeys.user)).toBeNull();
  });
});
