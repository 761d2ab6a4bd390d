/** The loading mask (spec 7): counts the calls that want it and shows only for those that take longer than a blink. */
import { createStore, type Store, useStore } from './store.ts';

/** Spec 9: asynchronous work shows itself after this long. */
export const maskDelayMs = 200;

export type Loading = {
  readonly isShown: Store<boolean>;
  /** A call began; the answer says that it ended (once, however often it is called). */
  begin(): () => void;
};

export function createLoading(): Loading {
  const isShown = createStore(false);
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isShown,
    begin() {
      running += 1;
      if (running === 1) timer = setTimeout(() => isShown.set(true), maskDelayMs);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        running -= 1;
        if (running > 0) return;
        clearTimeout(timer);
        isShown.set(false);
      };
    },
  };
}

export const loading = createLoading();

/** True while the loading mask covers the screen. */
export function useLoadingMask(): boolean {
  return useStore(loading.isShown);
}
