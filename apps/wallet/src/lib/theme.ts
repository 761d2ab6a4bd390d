/**
 * Light and dark follow the system (spec 4). `public/boot.js` paints `<html data-theme>` before the first frame and on
 * every change; here the change is reported to the wrapper.
 */
import { tellWrapper } from './webview.ts';

function painted(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Follows what is painted. Called once at the start, after boot.js, whose own listener therefore runs first. */
export function followSystemTheme(): void {
  let last = painted();
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (painted() === last) return;
    last = painted();
    tellWrapper({ action: 'theme', theme: last });
  });
}
