/**
 * What a page says and takes away again after a few seconds. On a machine that does other things as well nobody looks in
 * time, so every page writes down what it said, as it was seen.
 */
import type { Frame, Page } from '@playwright/test';
import { vi } from 'vitest';

/** The stream and a form both tell within a moment; machines that run journeys may be slow. */
const announcedWithin = { timeout: 20_000 };

declare global {
  interface Window {
    /** What came into the part that is read aloud and could be seen there: each with the texts of its parts. */
    announced: string[][];
  }
}

/** Runs in every document before anything else. */
export function noteAnnouncements(): void {
  window.announced = [];
  const note = (node: Node): void => {
    if (!(node instanceof HTMLElement) || node.closest('[role="status"]') === null) return;
    const { width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0 || !node.checkVisibility({ visibilityProperty: true })) return;
    window.announced.push([node, ...node.querySelectorAll('*')].map(({ textContent }) => textContent ?? ''));
  };
  const watcher = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) note(node);
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** Waits until the page on screen has said something like this since it was loaded; answers it. Each saying counts once. */
export async function expectAnnounced(
  page: Page | Frame,
  words: RegExp,
  within: { readonly timeout: number } = announcedWithin,
): Promise<string> {
  const look = { source: words.source, flags: words.flags };
  return await vi.waitFor(
    async () => {
      const { found, others } = await page.evaluate(takeAnnouncement, look);
      if (found === undefined) throw new Error(`Nothing like ${words} was said, but: ${others.join('; ')}`);
      return found;
    },
    { ...within, interval: 50 },
  );
}

/** Runs in the page. */
function takeAnnouncement({ source, flags }: { readonly source: string; readonly flags: string }) {
  const words = new RegExp(source, flags);
  const at = window.announced.findIndex((texts) => texts.some((text) => words.test(text)));
  const [taken] = at < 0 ? [] : window.announced.splice(at, 1);
  return {
    found: taken?.find((text) => words.test(text)),
    others: window.announced.map(([text = '']) => text),
  };
}
