import { useEffect, useEffectEvent, useId, useRef } from 'react';

/** How long a closed layer leaves its history entry to the navigation that may follow it. */
const settleMs = 50;

/** True from when a layer gives its history entry back until the browser has gone there, which takes a moment. */
let isGoingBack = false;

/**
 * Lets the browser's back close a layer instead of leaving the page: an open layer owns one history entry at the
 * same address. A layer that closes itself takes the entry back, unless a navigation has gone on top of it.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isOpen) return undefined;
    // A layer that opens again at once, as in React's strict mode, keeps its entry.
    clearTimeout(settling.current);
    const leave = () => {
      if (!isLayer(id)) close();
    };
    const enter = () => {
      const before: unknown = history.state;
      if (!isLayer(id)) history.pushState({ ...(typeof before === 'object' ? before : {}), layer: id }, '');
      window.addEventListener('popstate', leave);
    };
    // An entry that was pushed now would be the one that goes.
    if (isGoingBack) window.addEventListener('popstate', enter, { once: true });
    else enter();
    return () => {
      window.removeEventListener('popstate', enter);
      window.removeEventListener('popstate', leave);
      settling.current = setTimeout(() => {
        if (isLayer(id)) goBack();
      }, settleMs);
    };
  }, [isOpen, id]);
}

function goBack(): void {
  isGoingBack = true;
  window.addEventListener('popstate', () => (isGoingBack = false), { once: true });
  history.back();
}

/**
 * Runs `navigate` when the layer that is closing has taken its history entry back, so that a page replaced then is the
 * page under the layer; at once when no layer is open.
 */
export function afterLayer(navigate: () => void): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('layer' in state)) navigate();
  else window.addEventListener('popstate', navigate, { once: true });
}

function isLayer(id: string): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'layer' in state && state.layer === id;
}
