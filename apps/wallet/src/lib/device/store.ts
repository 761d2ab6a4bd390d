/** The smallest store React can watch: a value, a way to change it, and its subscribers. */
import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  readonly get: () => Value;
  /** Keeps a value and tells the listeners, unless it is the very same one. */
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** A store that begins with `initial`. Values are replaced, never changed in place. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store; the component renders again when it is replaced. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
