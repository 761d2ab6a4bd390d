/**
 * The loading mask (spec 7): counts the calls that want it. It stops taps at once; the kit's mask shows itself only after
 * 200 ms (spec 9), so a quick call is never seen.
 */
import { createStore, type Store, useStore } from '../device/store.ts';

export type Loading = {
  readonly isRunning: Store<boolean>;
  /** A call began; the answer says that it ended (once, however often it is called). */
  begin(): () => void;
};

export function createLoading(): Loading {
  const isRunning = createStore(false);
  let running = 0;
  return {
    isRunning,
    begin() {
      running += 1;
      isRunning.set(true);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        running -= 1;
        isRunning.set(running > 0);
      };
    },
  };
}

export const loading = createLoading();

/** True while the loading mask covers the screen; it is the kit that waits before it is seen. */
export function useLoadingMask(): boolean {
  return useStore(loading.isRunning);
}
