import { useEffect, useEffectEvent, useId } from 'react';

/** How long a closed layer leaves its history entry to the navigation that may follow it. */
const settleMs = 50;

/** Layers that closed a moment ago and have not given their history entry back yet, by id. */
const settling = new Map<string, ReturnType<typeof setTimeout>>();

/** True from when a layer gives its history entry back until the browser has gone there, which takes a moment. */
let isGoingBack = false;

/**
 * Lets the browser's back close a layer instead of leaving the page: an open layer owns one history entry at the
 * same address. A layer that closes itself takes the entry back, unless a navigation has gone on top of it.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    // A layer that opens again at once, as in React's strict mode, keeps its entry.
    stopSettling(id);
    const leave = () => {
      if (layerHere() !== id) close();
    };
    const enter = () => {
      takeEntry(id);
      window.addEventListener('popstate', leave);
    };
    // An entry that was pushed now would be the one that goes.
    if (isGoingBack) window.addEventListener('popstate', enter, { once: true });
    else enter();
    return () => {
      window.removeEventListener('popstate', enter);
      window.removeEventListener('popstate', leave);
      const settle = () => {
        settling.delete(id);
        if (layerHere() === id) goBack();
      };
      settling.set(id, setTimeout(settle, settleMs));
    };
  }, [isOpen, id]);
}

/** Makes the history entry of the layer: its own one, that of a layer that has just closed, or a new one. */
function takeEntry(id: string): void {
  const here = layerHere();
  if (here === id) return;
  const before: unknown = history.state;
  const state = { ...(typeof before === 'object' ? before : {}), layer: id };
  // On top of an entry that nobody owns any more, one press of the browser's back would do nothing.
  if (here !== undefined && settling.has(here)) {
    stopSettling(here);
    history.replaceState(state, '');
  } else history.pushState(state, '');
}

function stopSettling(id: string): void {
  clearTimeout(settling.get(id));
  settling.delete(id);
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
  if (layerHere() === undefined) navigate();
  else window.addEventListener('popstate', navigate, { once: true });
}

/** The layer that owns the history entry the page stands on. */
function layerHere(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('layer' in state)) return undefined;
  return typeof state.layer === 'string' ? state.layer : undefined;
}
