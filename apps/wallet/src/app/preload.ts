/** Loads the page behind a link when it is touched, hovered or focused, so that the tap itself finds it there. */
import { aliases, isOwnAddress, type PagePath, pagePaths } from '../lib/paths.ts';
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

/** The page at a path, aliases included. */
export function pageAt(path: string): PagePath | undefined {
  const alias = Object.entries(aliases).find(([from]) => from === path)?.[1];
  return alias ?? pagePaths.find((one) => one === path);
}
