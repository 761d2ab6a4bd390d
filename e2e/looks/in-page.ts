/**
 * Reaches screens inside of the document that is open, by the app's own router: a screen costs no page load. Always over
 * the page that is not there, so that a screen begins anew also where only its query differs.
 */
import type { Page } from '@playwright/test';

/** A screen that is not whole by then never will be. */
const wholeWithinMs = 20_000;

const nowhere = '/pages/none/none';

export interface PageAddress {
  /** Path and query. */
  readonly address: string;
  /** `document.title` once the screen is whole. */
  readonly title: string;
}

/**
 * Leads to a place and waits until the screen is whole: its title, its heading, nothing that loads, its fonts. Throws what
 * is missing. The document must be one of the app, with nothing laid over the page.
 */
export async function goInside(page: Page, place: PageAddress, titleOfNowhere: string): Promise<void> {
  const missing = await page.evaluate(walk, { ...place, nowhere, titleOfNowhere, wholeWithinMs });
  if (missing !== undefined) throw new Error(missing);
}

interface Way extends PageAddress {
  readonly nowhere: string;
  readonly titleOfNowhere: string;
  readonly wholeWithinMs: number;
}

/** Runs in the page. Polls each frame's time: the app renders in the background, and nothing tells when it is done. */
async function walk({
  address,
  title,
  nowhere: none,
  titleOfNowhere,
  wholeWithinMs: limit,
}: Way): Promise<string | undefined> {
  const until = async (isSo: () => boolean): Promise<boolean> => {
    for (const startedAt = performance.now(); !isSo();) {
      if (performance.now() - startedAt > limit) return false;
      await new Promise((done) => setTimeout(done, 8));
    }
    return true;
  };
  const loading = () => document.querySelector('.skeleton, .loading-mask, [aria-busy="true"]');
  window.scrollTo(0, 0);
  if (window.location.pathname !== none) {
    window.history.pushState(null, '', none);
    if (!(await until(() => document.title === titleOfNowhere)))
      return `left for ${address}, but the title stays "${document.title}"`;
  }
  if (address !== none) window.history.pushState(null, '', address);
  const isWhole = () =>
    document.title === title && document.querySelector('h1') !== null && loading() === null;
  if (!(await until(isWhole)))
    return `not whole: the title is "${document.title}" for "${title}", what loads is ${loading()?.outerHTML.slice(0, 160) ?? 'nothing'}`;
  await document.fonts.ready;
  return undefined;
}
