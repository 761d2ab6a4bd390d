/** A browser window as a person has it: a phone or a desktop, in one language, with everything it complained about. */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

import { lookAtLast } from '../looks/last-look.ts';
import { isEvidenceStored } from './evidence.ts';
import { noteAnnouncements } from './expect-announced.ts';
import { startedAt } from './started.ts';
import { witnessWindow } from './window-evidence.ts';

/** The two shapes every journey is made in. */
export const windowProfiles = {
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1190, height: 800 }, hasTouch: false, isMobile: false },
} as const;
export type WindowProfile = keyof typeof windowProfiles;

export interface Visit {
  readonly profile: WindowProfile;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and uncaught exceptions so far. */
  readonly complaints: string[];
  /** A finger on phones, a mouse on desktops. */
  readonly press: (target: Locator) => Promise<void>;
  /** Ends it. In journeys its last pages are looked over first; throws what axe finds there. May be called twice. */
  readonly close: () => Promise<void>;
}

export interface VisitOptions {
  readonly profile: WindowProfile;
  /** Where the app is. */
  readonly url: string;
  /** The device's language, such as `en-US`. */
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Nobody was here before: the introduction comes first. Otherwise it has been seen. */
  readonly isFirstStart?: boolean;
}

/** How long a screen may take to load, and to show what is pressed; as long as what a journey looks for (shown.ts). */
const visibleWithinMs = 20_000;

/** A page that was loaded anew under an open sheet has its history entry without any sheet. */
const closedWithinMs = 500;

/** Opens a window with storage of its own; nothing is loaded yet. */
export async function openVisit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { profile, url, locale = 'en-US', colorScheme = 'light' } = options;
  const context = await browser.newContext({
    ...windowProfiles[profile],
    baseURL: url,
    locale,
    colorScheme,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(options.isFirstStart === true ? {} : { storageState: startedAt(url) }),
  });
  context.setDefaultTimeout(visibleWithinMs);
  await context.addInitScript(noteAnnouncements);
  const page = leavingInTurn(await context.newPage());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  if (isEvidenceStored()) await witnessWindow(context);
  const close = async (): Promise<void> => {
    const findings = openVisits.delete(close) ? await lookAtLast(context, url) : [];
    await context.close();
    if (findings.length > 0) throw new Error(`The last page of a visit has faults:\n${findings.join('\n')}`);
  };
  openVisits.add(close);
  context.once('close', () => openVisits.delete(close));
  return {
    profile,
    context,
    page,
    complaints,
    press: async (target) => await (windowProfiles[profile].hasTouch ? target.tap() : target.click()),
    close,
  };
}

/**
 * A sheet that closes goes back to the page below it a moment later, and would break off a way elsewhere that began before:
 * no person is that fast, so a journey waits for it too.
 */
function leavingInTurn(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...way) => {
    await sheetsHaveClosed(page);
    return await goto(...way);
  };
  page.reload = async (...way) => {
    await sheetsHaveClosed(page);
    return await reload(...way);
  };
  return page;
}

/** Ends at once where nothing is closing; a page that is leaving by itself has nothing to wait for. */
async function sheetsHaveClosed(page: Page): Promise<void> {
  const wait = async (withinMs: number): Promise<void> => {
    const isClosing = (): boolean => {
      const state: unknown = window.history.state;
      const hasLayer = typeof state === 'object' && state !== null && 'layer' in state;
      // A sheet that closes stays in the page for a frame or two, as closed.
      return hasLayer && document.querySelector('[role="dialog"]:not([data-closed])') === null;
    };
    const startedAt = performance.now();
    while (isClosing() && performance.now() - startedAt < withinMs)
      await new Promise((done) => setTimeout(done, 10));
  };
  await page.evaluate(wait, closedWithinMs).catch(() => undefined);
}

/** How each visit that nobody has closed yet is closed. */
const openVisits = new Set<() => Promise<void>>();

/** Ends every visit; throws what was found on their last pages. */
export async function closeVisits(): Promise<void> {
  const ends = await Promise.allSettled([...openVisits].map(async (close) => await close()));
  const findings = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

/** A page, a session and a subscription, on a machine that does other things as well. */
const listeningWithin = { timeout: 20_000 };

/**
 * Opens a page and waits until the server tells it what happens to its person: news of a moment before are in what the page
 * fetches then, but nothing announces them. Ends when the first screen may still be loading.
 */
export async function openListening(page: Page, path: string): Promise<void> {
  let isListening = false;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      isListening ||= isOwnSnapshot(String(payload));
    });
  });
  await page.goto(path);
  await expect.poll(() => isListening, listeningWithin).toBe(true);
}

/** What the server sends when somebody's own channel begins (protocol.md "Live updates"). */
function isOwnSnapshot(frame: string): boolean {
  const { ch, snapshot } = JSON.parse(frame) as { readonly ch?: string; readonly snapshot?: boolean };
  return ch === 'user' && snapshot === true;
}
