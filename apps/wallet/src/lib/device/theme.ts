/**
 * Light and dark, and the colours of rising and falling prices. The theme follows the system unless one is chosen (spec 4).
 * `public/boot.js` paints both on `<html>` before the first frame and follows the system; here a choice is kept and painted,
 * and every change of what is painted is reported to the wrapper.
 */
import { storage, storageKeys } from './storage.ts';
import { postToWrapper } from './webview.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** default: green rises · red: red rises, as in East Asia · safe: blue and vermilion, told apart by every eye. */
export const priceColours = ['default', 'red', 'safe'] as const;
export type PriceColours = (typeof priceColours)[number];

const system = () => window.matchMedia('(prefers-color-scheme: dark)');

function painted(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

let reported: 'light' | 'dark' | undefined;

/** Tells the wrapper what is painted now, once for each change. */
function reportTheme(): void {
  if (painted() === reported) return;
  reported = painted();
  postToWrapper({ action: 'theme', theme: reported });
}

/** Follows what is painted. Called once at the start, after boot.js, whose own listener therefore runs first. */
export function followSystemTheme(): void {
  reported = painted();
  system().addEventListener('change', reportTheme);
}

/** Paints a theme until the system changes its own or the page is loaded again: the wrapper has one of its own. */
export function paintTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
}

export function themeChoice(): ThemeChoice {
  const stored = storage.getItem(storageKeys.theme);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Keeps a theme and paints it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') storage.removeItem(storageKeys.theme);
  else storage.setItem(storageKeys.theme, choice);
  const isDark = choice === 'dark' || (choice === 'system' && system().matches);
  paintTheme(isDark ? 'dark' : 'light');
  const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  reportTheme();
}

export function priceColoursChoice(): PriceColours {
  const stored = storage.getItem(storageKeys.updown);
  return priceColours.find((choice) => choice === stored) ?? 'default';
}

/** Keeps the colours of prices and paints them at once. */
export function choosePriceColours(choice: PriceColours): void {
  if (choice === 'default') {
    storage.removeItem(storageKeys.updown);
    delete document.documentElement.dataset['updown'];
    return;
  }
  storage.setItem(storageKeys.updown, choice);
  document.documentElement.dataset['updown'] = choice;
}
