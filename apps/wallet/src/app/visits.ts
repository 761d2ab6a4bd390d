/**
 * Where the person is in the history of this visit, and how far down each page was: an index and the page before in
 * `history.state`, and the scroll position by index. The browser's own restoration runs before our pages are drawn.
 */
import { navigate } from 'wouter/use-browser-location';

import { setNavigator } from '../lib/route/navigation.ts';

const positions = new Map<number, number>();
let current = 0;

/** The index of the entry on screen; entries of other programs and the first one are 0. */
function indexOf(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('index' in state)) return 0;
  return typeof state.index === 'number' ? state.index : 0;
}

/** The path of the page that led to the entry on screen; undefined for the first one. */
function pathBefore(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}

function leave(next: number): void {
  positions.set(current, window.scrollY);
  current = next;
}

/** Called once at the start. */
export function followVisits(): void {
  window.history.scrollRestoration = 'manual';
  current = indexOf(window.history.state);
  window.addEventListener('popstate', ({ state }) => leave(indexOf(state)));
  setNavigator({
    go(address, { isReplacing = false } = {}) {
      const next = isReplacing ? current : current + 1;
      leave(next);
      positions.delete(next);
      const from = isReplacing ? pathBefore() : window.location.pathname;
      navigate(address, { replace: isReplacing, state: { index: next, from } });
    },
    back(otherwise) {
      if (current > 0) window.history.back();
      else navigate(otherwise, { replace: true, state: { index: 0 } });
    },
    returnTo(address) {
      const replace = () => {
        const state = { index: current, from: pathBefore() };
        navigate(address, { replace: true, state });
      };
      if (current === 0 || pathBefore() !== address.split('?', 1)[0]) return replace();
      // Registered after the listener above, which has counted the entry by then.
      window.addEventListener('popstate', replace, { once: true });
      window.history.back();
    },
  });
}

/** Scrolls to where this entry was left; a new one starts at its top. Called when its page is drawn. */
export function restoreScroll(): void {
  window.scrollTo(0, positions.get(current) ?? 0);
}
