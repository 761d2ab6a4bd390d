/**
 * Light and dark follow the system (spec 4). `public/boot.js` paints `<html data-theme>` before the first frame and on
 * every change; here the change is reported to the screens that draw colours themselves and to the wrapper.
 */
import { createStore, useStore } from './store.ts';
import { tellWrapper } from './webview.ts';

export type Theme = 'light' | 'dark';

const theme = createStore<Theme>('light');

function painted(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Follows what is painted. Called once at the start, after boot.js, whose own listener therefore runs first. */
export function followSystemTheme(): void {
  theme.set(painted());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (painted() === theme.get()) return;
    theme.set(painted());
    tellWrapper({ action: 'theme', theme: theme.get() });
  });
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useStore(theme);
}
