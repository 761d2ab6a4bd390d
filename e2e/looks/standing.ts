/** Waits until a screen stands whole in the shape it was given, with everything that it asked the server for. */
import type { Page } from '@playwright/test';

import { type Stand, steady } from './screen-checks.ts';

export interface Shape {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Size of the text of the root, as a person sets it. */
  readonly text: string;
}

/** Requests of the app that have not ended yet. */
export function followRequests(page: Page, origin: string): ReadonlySet<unknown> {
  const running = new Set<unknown>();
  page.on('request', (request) => request.url().startsWith(origin) && running.add(request));
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return running;
}

/**
 * Runs in every document before anything else. What the app does when it finds the time is done at once: a browser without
 * a window may take seconds to find any, and would be waited for or, worse, not.
 */
export function haveTime(): void {
  window.requestIdleCallback = (run) =>
    window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }), 0);
  window.cancelIdleCallback = (id) => window.clearTimeout(id);
}

/** A screen that asks for more and more is never whole. */
const roundsMax = 200;

/** Gives the screen its shape and waits until it stands in it and asks the server for nothing more. */
export async function stand(
  { page, running }: { readonly page: Page; readonly running: ReadonlySet<unknown> },
  shape: Shape,
  theme: Stand['theme'] = 'light',
): Promise<void> {
  const { width, height } = shape;
  await giveShape(page, shape, theme);
  for (let round = 0; round < roundsMax; round += 1) {
    await steady(page, { width, height, theme });
    if (running.size === 0) return;
  }
  throw new Error(`The screen still asks the server at ${shape.name}.`);
}

export async function giveShape(
  page: Page,
  { width, height, text }: Shape,
  theme: Stand['theme'],
): Promise<void> {
  // First the text: the app measures itself when the window changes, and not when letters do.
  await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height });
}
