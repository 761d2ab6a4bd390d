/** Loads the page behind a link when it is touched, hovered or focused, so that the tap itself finds it there. */
import { isOwnAddress, pageAt } from '../lib/route/paths.ts';
import { pages } from './pages.tsx';

/** Called once at the start. */
export function preloadTouchedLinks(): void {
  for (const kind of ['touchstart', 'pointerover', 'focusin']) {
    document.addEventListener(kind, preloadLinked, { passive: true });
  }
}

function preloadLinked({ target }: Event): void {
  const anchor = target instanceof Element ? target.closest('a[href]') : null;
  const address = anchor?.getAttribute('href') ?? '';
  if (!isOwnAddress(address)) return;
  const page = pageAt(address.split(/[?#]/, 1)[0] ?? '');
  if (page !== undefined) void pages[page].preload();
}
