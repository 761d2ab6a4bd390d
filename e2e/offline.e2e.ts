/** Without a network the app opens, shows what was last known with its time, and moves no money (DESIGN.md 4). */
import { dayMs, minuteMs } from '@marigold/money/spans';
import { type LanguageId, languageIds } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  type JourneyAccount,
  makeAccount,
  newPerson,
  onOwnDevice,
  type StorageState,
} from './people/people.ts';
import { logIn, plain, registerPerson, somebody } from './people/person.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { cachedPaths, keepsApp, keepsCopy, storedCopies } from './window/device.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

/** A device writes and erases a moment later than it shows. */
const within = { timeout: 30_000, interval: 20 };
const languageTags = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', ja: 'ja-JP', ru: 'ru-RU' };
const totals = {
  en: '$50.00',
  'zh-Hans': '$50.00',
  'zh-Hant': '$50.00',
  ja: '$50.00',
  ru: '50,00 $',
} as const satisfies Record<LanguageId, string>;

const app = sharedApp();
let browser: Browser;
let person: JourneyAccount;
let signedIn: StorageState;
const visits: Visit[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  const account = await makeAccount(app);
  await app.credit(account.username, 'USD', '50');
  person = account;
  signedIn = account.storage;
});
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});
afterAll(async () => {
  await browser?.close();
});

/** A phone on which the person is logged in. */
async function phone(language: LanguageId = 'en'): Promise<Visit> {
  const visit = await openVisit(browser, { profile: 'phone', url: app.url, locale: languageTags[language] });
  visits.push(visit);
  await visit.context.addCookies(signedIn.cookies);
  await visit.context.addInitScript(
    (entries) => {
      // Once: whoever logs out on this phone stays logged out.
      if (localStorage.getItem('wasPhone') !== null) return;
      localStorage.setItem('wasPhone', 'true');
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    (signedIn.origins[0]?.localStorage ?? []).filter(({ name }) => name === 'token' || name === 'userInfo'),
  );
  return visit;
}

/** A phone with a session of its own, which a test may end. */
async function ownPhone(): Promise<Visit> {
  const visit = await openVisit(browser, { profile: 'phone', url: app.url });
  visits.push(visit);
  await onOwnDevice(person, visit);
  await logIn({ ...person, ...visit });
  return visit;
}

/** Reads home, assets and bills, and waits until the device keeps everything. */
async function readAll({ page }: Visit, language: LanguageId = 'en'): Promise<void> {
  await page.goto('/pages/exchange/bill');
  await expectSlow(page.getByRole('main').getByRole('link', { name: /50/ }).first()).toBeVisible();
  await keepsCopy(page, 'bill/list');
  await page.goto('/pages/exchange/exchange');
  await expectTotal(page, totals[language]);
  await page.goto('/');
  await expectTotal(page, totals[language]);
  await keepsCopy(page, 'wallet/asset/list');
  await keepsApp(page, language);
}

/** Reads the balances and waits until the device keeps them. */
async function readAssets({ page }: Visit): Promise<void> {
  await page.goto('/pages/exchange/exchange');
  await expectTotal(page, totals.en);
  await keepsCopy(page, 'wallet/asset/list');
}

async function expectTotal(page: Page, total: string): Promise<void> {
  await vi.waitFor(
    async () => expect(plain(await page.getByRole('main').innerText())).toContain(total),
    within,
  );
}

/** The bar over the page. */
function bar(page: Page) {
  return page.locator('.banner-offline');
}

/** YYYY-MM-DD HH:mm as the phones of these journeys show it. */
function momentIn(timeMs: number): string {
  return new Date(timeMs).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16);
}

/** A moment of every minute in which something between the two may have happened. */
function minutesFrom(startMs: number, endMs: number): number[] {
  const first = startMs - (startMs % minuteMs);
  return Array.from({ length: Math.floor((endMs - first) / minuteMs) + 1 }, (_, at) => first + at * minuteMs);
}

async function logOut({ page, press }: Visit): Promise<void> {
  await page.goto('/pages/user/index');
  await press(page.getByRole('button', { name: 'Log out' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Log out' }));
  await expectSlow(page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
}

async function expectErased(page: Page): Promise<void> {
  await vi.waitFor(async () => expect(await storedCopies(page)).toEqual([]), within);
}

describe('a cold start without a network', () => {
  it.each(languageIds)('opens home, assets and bills with what was last known, in %s', async (language) => {
    const visit = await phone(language);
    const before = Date.now();
    await readAll(visit, language);
    const after = Date.now();
    await visit.page.close();
    await visit.context.setOffline(true);
    const page = await visit.context.newPage();
    // A day later the time alone would pass for one of today.
    await page.clock.setFixedTime(before + dayMs);
    const times = minutesFrom(before, after).map((time) =>
      say(language, 'shell.offlineFrom', { time: momentIn(time) }),
    );
    for (const path of ['/', '/pages/exchange/exchange', '/pages/exchange/bill']) {
      await page.goto(path);
      await (path === '/pages/exchange/bill'
        ? expectSlow(page.getByRole('main').getByRole('link', { name: /50/ }).first()).toBeVisible()
        : expectTotal(page, totals[language]));
      await vi.waitFor(async () => expect(times).toContain(await bar(page).innerText()), within);
    }
  });

  it('moves no money', async () => {
    const visit = await phone();
    await readAll(visit);
    await visit.context.setOffline(true);
    const { page } = visit;
    await page.goto('/pages/exchange/exchange');
    await expectTotal(page, totals.en);
    const transfer = page.getByRole('main').getByRole('button', { name: 'Transfer' });
    await expectSlow(transfer).toBeDisabled();
    await expectSlow(transfer).toHaveAccessibleDescription(
      'You can send money again when you are back online.',
    );
    await page.goto('/pages/exchange/transfer?currency=USD');
    await expectSlow(bar(page)).toBeVisible();
    await expectSlow(
      page.getByRole('main').getByRole('button', { name: /Review transfer/, disabled: false }),
    ).toHaveCount(0);
  });
});

describe('the way back', () => {
  it('replaces what was kept by what is true', async () => {
    const visit = await openVisit(browser, { profile: 'desktop', url: app.url });
    visits.push(visit);
    const { username } = await newPerson(app, visit);
    await app.credit(username, 'USD', '50');
    await readAll(visit);
    const { page, context } = visit;
    await context.setOffline(true);
    await page.reload();
    await expectSlow(bar(page)).toBeVisible();
    await expectTotal(page, '$50.00');
    await app.credit(username, 'USD', '7');
    await context.setOffline(false);
    await expectTotal(page, '$57.00');
    await expectSlow(bar(page)).toHaveCount(0);
  });
});

describe('what the device keeps', () => {
  it('is the program in its caches, and no answer of the server', async () => {
    const visit = await phone();
    await visit.page.goto('/');
    await keepsApp(visit.page);
    await visit.page.goto('/pages/exchange/bill');
    await expectSlow(visit.page.getByRole('main').getByRole('link').first()).toBeVisible();
    const paths = await cachedPaths(visit.page);
    expect(paths).toEqual(expect.arrayContaining(['/index.html', '/boot.js']));
    expect(paths.filter((path) => /^\/(api|stream|files|dev|docs|console|health)/.test(path))).toEqual([]);
    await keepsCopy(visit.page, 'bill/list');
  });

  it('goes with whoever logs out', async () => {
    const visit = await ownPhone();
    await readAssets(visit);
    await logOut(visit);
    await expectErased(visit.page);
    // Nothing of it is left for whoever comes without a network either.
    await keepsApp(visit.page);
    await visit.context.setOffline(true);
    await visit.page.goto('/pages/exchange/exchange');
    await expectSlow(visit.page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
  });

  it('goes when the session is refused', async () => {
    const visit = await phone();
    await readAssets(visit);
    const { page } = visit;
    await page.evaluate(() => localStorage.setItem('token', 'a'.repeat(43)));
    await page.reload();
    await expectSlow(page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
    await expectErased(page);
  });

  it('is nothing of the first person for the second', async () => {
    const visit = await ownPhone();
    const { page, context } = visit;
    await readAssets(visit);
    await logOut(visit);
    // On the same device, which calls of our own would not be.
    await registerPerson(app, somebody(visit));
    await page.goto('/pages/exchange/exchange');
    await expectTotal(page, '$0.00');
    await keepsCopy(page, 'wallet/asset/list');
    const uid = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').uid as string);
    const owners = (await storedCopies(page)).map(({ owner }) => owner);
    expect(new Set(owners)).toEqual(new Set([uid]));
    await keepsApp(page);
    await context.setOffline(true);
    await page.reload();
    await expectSlow(bar(page)).toBeVisible();
    await expectTotal(page, '$0.00');
  });

  it('may be nothing at all: without room everything else works', async () => {
    const visit = await phone();
    await visit.context.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await visit.page.goto('/pages/exchange/exchange');
    await expectSlow(visit.page.getByRole('link', { name: /USD/ }).first()).toBeVisible();
    expect(await storedCopies(visit.page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
