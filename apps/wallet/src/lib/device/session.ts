/**
 * Who is logged in here (spec 3, 4, 6): user info and token in local storage, `hasLogin` beside them. False at first;
 * the stored session sets it at launch, logging in sets it, logging out and a 401 of the current token clear it.
 */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { isRecord, readJson, storage, storageKeys, type TextStorage, writeJson } from './storage.ts';
import { createStore, type Store, useStore } from './store.ts';

export type User = WireOutput<Contract['user/info']>;

export type SessionState =
  | { readonly hasLogin: false; readonly token: undefined; readonly user: undefined }
  | { readonly hasLogin: true; readonly token: string; readonly user: User };

/** Why a session ended: asked for, refused by the server, or ended in another tab. */
export type SessionEnd = 'logout' | 'refused' | 'elsewhere';

export type SessionStore = {
  readonly state: Store<SessionState>;
  /** Takes up what an earlier visit or another tab left in storage. */
  restore(): void;
  signIn(signedIn: { readonly token: string; readonly user: User }): void;
  /** Newer facts about the same person. */
  setUser(user: User): void;
  signOut(): void;
  /** Whose session the server ended here; empty once they logged out: their name stands in the log-in, not in storage. */
  nameBefore(): string;
  /** A 401 for a call that carried `token`: ends the session only if it is still that one. True when it ended. */
  refuse(token: string | undefined): boolean;
  /** Called after a session ended, with the reason. */
  onEnd(listener: (reason: SessionEnd) => void): () => void;
};

const visitor: SessionState = { hasLogin: false, token: undefined, user: undefined };

export function createSession(from: TextStorage): SessionStore {
  const state = createStore<SessionState>(visitor);
  const endListeners = new Set<(reason: SessionEnd) => void>();

  let nameBefore = '';

  function end(reason: SessionEnd): void {
    const { hasLogin: hadLogin, user } = state.get();
    nameBefore = (reason === 'refused' && user?.username) || '';
    state.set(visitor);
    if (hadLogin) for (const listener of endListeners) listener(reason);
  }

  function forget(reason: SessionEnd): void {
    from.removeItem(storageKeys.token);
    from.removeItem(storageKeys.user);
    end(reason);
  }

  return {
    state,
    restore() {
      const token = from.getItem(storageKeys.token);
      const user = readJson(from, storageKeys.user);
      if (token === null || token === '' || !isUser(user)) return end('elsewhere');
      const before = state.get();
      // Another person in another tab: what this tab shows belongs to the first one. The same one goes on.
      if (before.hasLogin && before.user.uid !== user.uid) end('elsewhere');
      state.set({ hasLogin: true, token, user });
    },
    signIn({ token, user }) {
      if (state.get().hasLogin) end('logout');
      writeJson(from, storageKeys.user, user);
      from.setItem(storageKeys.token, token);
      state.set({ hasLogin: true, token, user });
    },
    setUser(user) {
      const { token } = state.get();
      if (token === undefined) return;
      writeJson(from, storageKeys.user, user);
      state.set({ hasLogin: true, token, user });
    },
    signOut: () => forget('logout'),
    nameBefore: () => nameBefore,
    refuse(token) {
      if (token === undefined || token !== state.get().token) return false;
      forget('refused');
      return true;
    },
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
  };
}

/** Storage is written by us alone; a user of an older shape counts as none and is asked to log in again. */
function isUser(value: unknown): value is User {
  return isRecord(value) && typeof value['username'] === 'string' && typeof value['uid'] === 'string';
}

export const session: SessionStore = createSession(storage);

/** Follows other tabs: a login or logout there is one here. Called once at the start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // The token is written last and removed first: its change alone says that the pair is whole. Null is a full clear.
    if (key === storageKeys.token || key === null) session.restore();
  });
}

/** The session of this person; the component renders again when it begins, ends or changes. */
export function useSession(): SessionState {
  return useStore(session.state);
}
