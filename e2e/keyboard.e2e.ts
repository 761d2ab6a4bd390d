/** The main job by keyboard alone: the focus is always seen, sheets hold it and give it back. */
import type { Browser, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type JourneyAccount, makeAccount } from './people/people.ts';
import { type JourneyPerson, sheetClosed } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** No page has more stops than this. */
const stopsMax = 60;
/** A ring may fade in. */
const seenWithin = { timeout: 5_000, interval: 10 };

const app = sharedApp();
let browser: Browser;
let person: JourneyPerson;
let payee: JourneyAccount;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const known = await makeAccount(app);
  await app.credit(known.username, 'USDT', '100');
  payee = await makeAccount(app, { pays: false });
  person = { ...known, ...(await openVisit(browser, { profile: 'desktop', url: app.url })) };
  ({ page } = person);
});
afterAll(async () => {
  await browser?.close();
});

async function isFocused(target: Locator): Promise<boolean> {
  return (
    (await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement))
  );
}

/** Presses Tab until the target has the focus; every stop on the way must be seen. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A page that is still coming has other stops.
  await expectSlow(target).toBeAttached();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press(key);
    await vi.waitFor(async () => expect(await unseenFocus(page)).toBeUndefined(), seenWithin);
    if (await isFocused(target)) return;
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`);
}

/**
 * The element that has the focus without showing it: outside of the window, or with no ring on itself, on the box around
 * an input, or on the cells beneath it.
 */
async function unseenFocus(within: Page): Promise<string | undefined> {
  return await within.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return undefined;
    const box = element.closest(':focus-within:not(:focus)');
    const hasRing = (one: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || /0px 0px 0px [2-9]/.test(boxShadow);
    };
    const boxes = [element, box, box?.parentElement, ...(box?.children ?? [])];
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isInside = bottom > 0 && top < window.innerHeight && width > 0 && height > 0;
    const isSeen = isInside && boxes.some((one) => one instanceof Element && hasRing(one));
    return isSeen ? undefined : element.outerHTML.slice(0, 200);
  });
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });

describe('by keyboard alone', () => {
  it('a person logs in', async () => {
    await page.goto('/');
    await tabTo(page.getByRole('main').getByRole('link', { name: 'Log in' }));
    await page.keyboard.press('Enter');
    await expectSlow(page).toHaveTitle('Login · Marigold');
    await tabTo(field('Username, phone or email'));
    await page.keyboard.type(person.username);
    await tabTo(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    // On a device that is new to the account a code is asked for, and its field has the focus.
    await expectSlow(page.getByText('Code sent to')).toBeVisible();
    await expectSlow(field('Verification code')).toBeFocused();
    await page.keyboard.type(codeIn(await app.mailAbout(person.email, /is your login code/)));
    await expectSlow(page).toHaveTitle('Home · Marigold');
  });

  it('the first stop of a page leads past the bars', async () => {
    await page.reload();
    await expectSlow(page.getByRole('heading', { name: 'Total balance' })).toBeVisible();
    await tabTo(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await expectSlow(page.getByRole('main')).toBeFocused();
  });

  it('a person fills a transfer, and a wrong field gets the focus', async () => {
    await tabTo(page.getByRole('main').getByRole('link', { name: 'Transfer' }));
    await page.keyboard.press('Enter');
    await expectSlow(page).toHaveTitle('Transfer · Marigold');
    await tabTo(field('To'));
    await page.keyboard.type(payee.username);
    await tabTo(field('Amount'));
    await page.keyboard.type('12.34');
    const again = field('Enter the amount again');
    await tabTo(again);
    await page.keyboard.type('12.35');
    await tabTo(field('Note'));
    await page.keyboard.press('Enter');
    await expectSlow(again).toBeFocused();
    await expectSlow(again).toHaveAccessibleDescription(
      'The two amounts differ. Enter the same amount twice.',
    );
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4');
    await tabTo(field('Note'));
    await page.keyboard.type('by keyboard');
  });

  it('the sheet holds the focus, and Escape gives it back to where it came from', async () => {
    const button = page.getByRole('button', { name: 'Review transfer' });
    await tabTo(button);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Confirm and pay' });
    const pin = sheet.getByLabel('Payment password');
    await expectSlow(pin).toBeFocused();
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      await tabTo(sheet.getByRole('button', { name: 'Close' }), key);
      await tabTo(pin, key);
    }
    const stops = await sheet.getByRole('button').count();
    for (let stop = 0; stop < stops + 5; stop += 1) {
      await page.keyboard.press('Tab');
      // At its ends the sheet takes the focus back as soon as it has left.
      const isInside = async () => await sheet.evaluate((one) => one.contains(document.activeElement));
      await vi.waitFor(async () => expect(await isInside()).toBe(true), seenWithin);
    }
    await page.keyboard.press('Escape');
    await expectSlow(sheet).toHaveCount(0);
    await sheetClosed(person);
    await expectSlow(button).toBeFocused();
  });

  it('a person pays and sees it in the bills', async () => {
    await page.keyboard.press('Enter');
    await expectSlow(page.getByLabel('Payment password')).toBeFocused();
    await page.keyboard.type(person.payPassword);
    await expectSlow(page.getByRole('heading', { name: 'Transfer completed' })).toBeFocused();
    await tabTo(page.getByRole('link', { name: 'See the bill' }));
    await page.keyboard.press('Enter');
    await expectSlow(page).toHaveTitle('Bill Details · Marigold');
    await expectSlow(page.getByRole('main').getByText('by keyboard')).toBeVisible();
  });
});
