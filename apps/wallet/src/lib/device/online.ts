/**
 * Whether the server can be reached and how old the data on screen may be (DESIGN.md 4 "Error / offline"). A browser
 * that knows it has no network says so at once; a call without an answer says it too, and any answer ends it.
 */
import { createStore, type Store, useStore } from './store.ts';

export type OnlineState =
  | { readonly isOnline: true }
  /** `dataTimeMs`: epoch ms of the last answer; undefined when there was none in this visit. */
  | { readonly isOnline: false; readonly dataTimeMs: number | undefined };

export type Online = {
  readonly state: Store<OnlineState>;
  /** A call was answered, whatever the answer. */
  answered(nowMs: number): void;
  /** A call got no answer, or the browser lost its network. */
  lost(): void;
};

export function createOnline(): Online {
  const reached: OnlineState = { isOnline: true };
  const state = createStore<OnlineState>(reached);
  let lastAnswerMs: number | undefined;
  return {
    state,
    answered(nowMs) {
      lastAnswerMs = nowMs;
      state.set(reached);
    },
    lost() {
      if (state.get().isOnline) state.set({ isOnline: false, dataTimeMs: lastAnswerMs });
    },
  };
}

export const online = createOnline();

/** Listens to the browser's own knowledge of its network; `probe` asks the server. Called once at the start. */
export function followNetwork(probe: () => void): void {
  if (!navigator.onLine) online.lost();
  window.addEventListener('offline', () => online.lost());
  window.addEventListener('online', probe);
}

/** Money actions are disabled while `isOnline` is false; reading stays. */
export function useOnline(): OnlineState {
  return useStore(online.state);
}
