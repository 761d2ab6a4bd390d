/**
 * Where the person is in the history of this visit, and how far down each page was: an index in `history.state`, and
 * the scroll position by it. The browser's own restoration runs before our pages are drawn.
 */
import { navigate } from 'wouter/use-browser-location';

import { setNavigator } from '../lib/navigation.ts';

const positions = new Map<number, number>();
let current = 0;

/** The index of the entry on screen; entries of other programs and the first one are 0. */
function indexOf(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('index' in state)) return 0;
  return typeof state.index === 'number' ? state.index : 0;
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
      navigate(address, { replace: isReplacing, state: { index: next } });
    },
    back(otherwise) {
      if (current > 0) window.history.back();
      else navigate(otherwise, { replace: true, state: { index: 0 } });
    },
  });
}

/** Scrolls to where this entry was left; a new one starts at its top. Called when its page is drawn. */
export function restoreScroll(): void {
  window.scrollTo(0, positions.get(current) ?? 0);
}
