import { say } from '@marigold/texts/say';
/**
 * A robot that presses every control of every page once, as a visitor and as somebody logged in. A control that changes
 * nothing (no address, no part of the page, no focus of a field, nothing copied, saved, sent, asked or opened) is dead.
 */
import type { Browser, BrowserContext, ElementHandle, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { pagePaths } from '../apps/wallet/src/lib/paths.ts';
import { type App, startApp } from './app.ts';
import { launchBrowser } from './browser.ts';
import { settled } from './screen-checks.ts';
import { prepareWorld, type Role, roles, type Screen, screensOf, type World } from './screens.ts';
import specification from './spec-routes.json' with { type: 'json' };
import { startedAt } from './started.ts';
import { profiles } from './visit.ts';

let app: App;
let browser: Browser;
let world: World;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1', LIQUIDITY: '1' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

/** What can be pressed. Options of a native list are chosen from the list itself. */
const controls =
  'a[href], button, summary, select, input, textarea, [role="button"], [role="link"], [role="tab"], [role="switch"]';
/** More alike controls than any page has that are not one list. */
const manyAlike = 16;
const shownWithinMs = 20_000;
/** A press that has done nothing by then does nothing. */
const doneWithin = { timeout: 2_000, interval: 25 };

/** How often a control that went away while it was pressed is looked for anew. */
const triesMax = 3;

interface Control {
  /** Among the controls of the page, at the moment in which it was looked at. */
  readonly index: number;
  readonly name: string;
}

declare global {
  interface Window {
    /** How many things a press may have done without a trace in the address. */
    noticed: number;
    listControls: (selector: string, alikeMax: number) => (Control & { readonly element: Element })[];
  }
}

/** Runs in every document before anything else. */
function watch(): void {
  window.noticed = 0;
  const count = () => void (window.noticed += 1);
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(count).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  document.addEventListener('copy', count);
  window.addEventListener('message', count);
  // The focus of a field is what a press on it is for; a button that only takes the focus itself has done nothing.
  let pressed: EventTarget | null = null;
  window.addEventListener('pointerdown', ({ target }) => (pressed = target), { capture: true });
  window.addEventListener('focusin', ({ target }) => {
    const isField = target instanceof Element && target.matches('input, select, textarea');
    const isItself = target instanceof Node && pressed instanceof Node && target.contains(pressed);
    if (isField || !isItself) count();
  });
  const clipboard: Partial<Clipboard> | undefined = navigator.clipboard;
  if (clipboard !== undefined) {
    clipboard.writeText = async () => count();
    clipboard.readText = async () => {
      count();
      return 'boris';
    };
  }
  navigator.share = async () => count();
}

async function openRole(role: Role): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...profiles.phone,
    baseURL: app.url,
    locale: 'en-US',
    reducedMotion: 'reduce',
    // Hundreds of contexts would each fetch the whole app for later.
    serviceWorkers: 'block',
    storageState: role === 'user' ? world.signedIn : startedAt(app.url),
  });
  // Without it a control that went away would be waited for without end.
  context.setDefaultTimeout(shownWithinMs);
  await context.addInitScript(watch);
  await context.addInitScript(offerControls);
  return context;
}

/** Opens the screen anew and answers its controls: a press before this one leaves no trace. */
async function openScreen(context: BrowserContext, { address, title, open }: Screen): Promise<Page> {
  const page = await context.newPage();
  // Somebody else's pages are not the robot's business.
  await context.route(
    (url) => url.origin !== app.url,
    async (route) => await route.abort(),
  );
  await page.goto(address);
  await settled(page, `${say('en', title)} · Marigold`);
  await open?.(page, 'en');
  return page;
}

/**
 * Gives every document a list of the controls that can be pressed now; what is off says why (DESIGN.md 4) and is not
 * pressed. Where very many are alike the first two and the last are pressed: 250 regions are one piece of code.
 */
function offerControls(): void {
  const canBePressed = (element: Element): boolean =>
    !element.matches(':disabled, [aria-disabled="true"], [tabindex="-1"]') &&
    // What is chosen already is chosen still.
    !element.matches(
      '[aria-current], [aria-pressed="true"], [aria-checked="true"], [type="radio"]:checked',
    ) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  window.listControls = (selector, alikeMax) => {
    const elements = [...document.querySelectorAll(selector)];
    const found = elements.flatMap((element, index) => (canBePressed(element) ? [{ element, index }] : []));
    const alike = Map.groupBy(found, ({ element }) => `${element.localName} ${element.className}`);
    const chosen = [...alike.values()].flatMap((rows) =>
      rows.length > alikeMax ? [...rows.slice(0, 2), ...rows.slice(-1)] : rows,
    );
    return chosen.map(({ element, index }) => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const name = `${element.localName} "${words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}"`;
      return { element, index, name };
    });
  };
}

async function findControls(page: Page): Promise<Control[]> {
  return await page.evaluate(
    ([selector, alikeMax]) =>
      window.listControls(selector, alikeMax).map(({ index, name }) => ({ index, name })),
    [controls, manyAlike] as const,
  );
}

/** The control itself, or one that is called the same: a live list may have another one in its place a moment later. */
async function held(page: Page, { index, name }: Control): Promise<ElementHandle<Element> | undefined> {
  const found = await page.evaluateHandle(
    ([selector, alikeMax, wanted]) => {
      const namesakes = window.listControls(selector, alikeMax).filter((one) => one.name === wanted.name);
      return (namesakes.find((one) => one.index === wanted.index) ?? namesakes[0])?.element;
    },
    [controls, manyAlike, { index, name }] as const,
  );
  return found.asElement() ?? undefined;
}

/** A press and its wait, a page that hangs included. */
const pressedWithinMs = 90_000;

/** Gives up on what does not end. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Presses one control on a page of its own and answers whether anything came of it. */
async function isAlive(role: Role, screen: Screen, control: Control): Promise<boolean> {
  const context = await openRole(role);
  try {
    const page = await openScreen(context, screen);
    let outside = 0;
    const count = () => void (outside += 1);
    page.on('request', count);
    page.on('download', count);
    page.on('filechooser', count);
    page.on('popup', count);
    await quiet(page);
    // Presses before this one may have moved it ("Mark all read" is gone when all is read), or taken it away.
    let target = await held(page, control);
    let before = 0;
    const address = page.url();
    for (let tries = 1; target !== undefined; tries += 1) {
      outside = 0;
      before = await noticedBy(page);
      try {
        await press(target);
        break;
      } catch (error) {
        // A row of a live list went away under the finger; there may be another one.
        if (tries === triesMax) throw error;
        target = await held(page, control);
      }
    }
    if (target === undefined) return true;
    const isDone = async () =>
      outside > 0 || page.url() !== address || (await noticedBy(page)) !== before ? true : undefined;
    return await vi.waitUntil(isDone, doneWithin).catch(() => false);
  } finally {
    // A page that hangs must not keep the walk; the browser ends with the file.
    void context.close().catch(() => undefined);
  }
}

/** How much the page has noticed; a page that is being left has forgotten it, which is a change as well. */
async function noticedBy(page: Page): Promise<number> {
  return await page.evaluate(() => window.noticed).catch(() => -1);
}

/** How long nothing has happened on a page that has done what it does by itself. */
const stillMs = 120;
const stillWithin = { timeout: 20_000, interval: 1 };

/** Whatever the page does by itself has been done. The page looks: our looks may be further apart than what moves it. */
async function quiet(page: Page): Promise<void> {
  const isStill = async () =>
    await page.evaluate(async (ms) => {
      const before = window.noticed;
      await new Promise((done) => setTimeout(done, ms));
      return window.noticed === before;
    }, stillMs);
  await vi.waitUntil(async () => await isStill().catch(() => false), stillWithin);
}

async function press(target: ElementHandle<Element>): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const place = await target.boundingBox();
  // What is there for the keyboard alone has no place for a finger.
  if (place === null || place.width <= 1) return await target.press('Enter');
  // A radio button lies under its own label; a person presses what is on top.
  await target.tap({ force: true });
}

/** What asks a visitor to log in is one screen wherever it stands; it is pressed once. */
function screensToPress(role: Role): Screen[] {
  const screens = screensOf(role, world);
  if (role === 'user') return screens;
  const guarded = new Set<string>(
    specification.filter(({ access }) => access === 'user').map(({ path }) => path),
  );
  const [first, ...others] = screens.filter(({ address }) => guarded.has(address.split('?', 1)[0] ?? ''));
  return screens.filter((screen) => screen === first || !others.includes(screen));
}

describe.each(roles)('every control of a %s', (role) => {
  // Somebody new each time: presses change their world, and look-ups are counted by the hour.
  beforeEach(async () => {
    world = await prepareWorld(app);
  });

  it('does something', { timeout: 1_800_000 }, async () => {
    const dead: string[] = [];
    let pressed = 0;
    const screens = screensToPress(role);
    async function walk(): Promise<void> {
      for (let screen = screens.shift(); screen !== undefined; screen = screens.shift()) {
        const context = await openRole(role);
        const found = await findControls(await openScreen(context, screen));
        await context.close();
        for (const control of found) {
          pressed += 1;
          const isDead = !(await within(pressedWithinMs, isAlive(role, screen, control)).catch(
            (error: unknown) => {
              dead.push(`${screen.address}: ${control.name}: ${String(error).slice(0, 200)}`);
              return true;
            },
          ));
          if (isDead) dead.push(`${screen.address}: ${control.name} is dead`);
        }
      }
    }
    // A little more than there are cores: a walk mostly waits.
    await Promise.all([walk(), walk(), walk()]);
    console.log(`controls of a ${role} pressed: ${pressed}, dead: ${dead.length}`);
    expect(dead).toEqual([]);
  });
});

it('counts the pages', () => {
  const pages = specification.filter((row) => !('extension' in row));
  console.log(`pages built: ${pagePaths.length}/${pages.length}`);
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining([...pagePaths]));
});
