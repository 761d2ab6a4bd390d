/** What the app keeps on the device (spec 3, 4, 6, 9), what it does without a network, and where back leads. */
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { expectInputs } from './people/inputs.ts';
import { type JourneyAccount, makeAccount, newPayer, onOwnDevice } from './people/people.ts';
import { fillTransfer, logIn, type JourneyPerson, somebody } from './people/person.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

const twelveHoursMs = 43_200_000;

const app = sharedApp();
let browser: Browser;
let person: JourneyPerson & JourneyAccount;
let payee: JourneyAccount;
const visits: Visit[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  person = await newPayer(app, await openVisit(browser, { profile: 'phone', url: app.url }));
  payee = await makeAccount(app, { pays: false });
  await app.credit(person.username, 'USDT', '50');
});
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});
afterAll(async () => {
  await browser?.close();
});

/** A phone of its own, closed after the test. */
async function visit(): Promise<Visit> {
  const opened = await openVisit(browser, { profile: 'phone', url: app.url });
  visits.push(opened);
  return opened;
}

/** The same person, logged in once more on their phone. */
async function personAgain(): Promise<JourneyPerson> {
  const again = { ...person, ...(await visit()) };
  await onOwnDevice(person, again);
  await logIn(again);
  return again;
}

async function storedValue(page: Page, key: string): Promise<string | null> {
  return await page.evaluate((name) => localStorage.getItem(name), key);
}

describe('the session', () => {
  it('does not exist at first', async () => {
    const { page } = await visit();
    await page.goto('/');
    await expectSlow(page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
    expect([await storedValue(page, 'token'), await storedValue(page, 'userInfo')]).toEqual([null, null]);
  });

  it('is kept as token and user info, and survives a reload', async () => {
    const { page, username } = await personAgain();
    expect(JSON.parse((await storedValue(page, 'userInfo')) ?? '')).toMatchObject({ username });
    expect(await storedValue(page, 'token')).toMatch(/^[\w-]{43}$/);
    await page.reload();
    await expectSlow(page.getByRole('heading', { name: 'Total balance' })).toBeVisible();
  });

  it('is cleared where it is used when it ends somewhere else', async () => {
    const first = await personAgain();
    const second = await visit();
    await second.context.addCookies(await first.context.cookies());
    await second.context.addInitScript(
      ([token = '', user = '']) => {
        localStorage.setItem('token', token);
        localStorage.setItem('userInfo', user);
      },
      [await storedValue(first.page, 'token'), await storedValue(first.page, 'userInfo')].map(String),
    );
    await second.page.goto('/pages/user/index');
    await logOut(second);
    await expectAnnounced(first.page, /^Your session has ended/);
    await expectSlow(first.page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
    expect([await storedValue(first.page, 'token'), await storedValue(first.page, 'userInfo')]).toEqual([
      null,
      null,
    ]);
    // The name is known where the session ended, so the password alone opens the next one.
    await first.press(first.page.getByRole('main').getByRole('link', { name: 'Log in' }));
    await expectInputs(first, 'log in on a trusted device', async () => {
      await first.page.getByLabel('Password', { exact: true }).fill(first.password);
      await first.press(first.page.getByRole('button', { name: 'Log in' }));
      await expectAnnounced(first.page, /^You are logged in/);
    });
  });

  it('outlives a late 401 of the token before it', async () => {
    const { page, context, press } = await personAgain();
    // Everything that may take its time comes before the call that is held: a call gives up after 10 s (spec 9).
    const other = { ...person, page: await context.newPage(), press };
    await other.page.goto('/pages/user/index');
    await expectSlow(other.page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('app_config'));
    const held = Promise.withResolvers<void>();
    await page.route('**/api/app/config', async (route) => {
      await held.promise;
      await route.continue();
    });
    const request = page.waitForRequest('**/api/app/config');
    await page.goto('/pages/exchange/exchange');
    await request;
    await logOut(other);
    await logIn(other);
    const token = await storedValue(other.page, 'token');
    const answer = page.waitForResponse('**/api/app/config');
    held.resolve();
    expect((await answer).status()).toBe(401);
    await expectSlow(page.getByRole('heading', { name: 'Assets', level: 1 })).toBeVisible();
    expect(await storedValue(page, 'token')).toBe(token);
    await page.reload();
    await expectSlow(page.getByRole('link', { name: /USDT/ }).first()).toBeVisible();
  });
});

async function logOut({ page, press }: Pick<Visit, 'page' | 'press'>): Promise<void> {
  await press(page.getByRole('button', { name: 'Log out' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Log out' }));
  await expectSlow(page.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
}

describe('a change of language', () => {
  it('restarts the app in it, on the same page and with the same session', async () => {
    const { page, press } = await personAgain();
    await page.goto('/pages/setting/language');
    const token = await storedValue(page, 'token');
    await press(page.getByRole('button', { name: 'Русский' }));
    await expectSlow(page).toHaveTitle('Настройки языка · Marigold');
    expect(new URL(page.url()).pathname).toBe('/pages/setting/language');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    expect([await storedValue(page, 'token'), await storedValue(page, 'locale')]).toEqual([token, 'ru']);
  });
});

describe('the first start', () => {
  it('begins with the introduction, once', async () => {
    const { page, press, close } = await openVisit(browser, {
      profile: 'phone',
      url: app.url,
      isFirstStart: true,
    });
    await page.goto('/');
    await expectSlow(page).toHaveTitle('Welcome · Marigold');
    await press(page.getByRole('button', { name: 'Continue' }));
    await press(page.getByRole('button', { name: 'Continue' }));
    await press(page.getByRole('button', { name: 'Open Marigold' }));
    await expectSlow(page).toHaveTitle('Home · Marigold');
    await page.goto('/');
    await expectSlow(page).toHaveTitle('Home · Marigold');
    await close();
  });

  it('opens any other address as it is', async () => {
    const { page, close } = await openVisit(browser, {
      profile: 'phone',
      url: app.url,
      isFirstStart: true,
    });
    await page.goto('/pages/rate/rate');
    await expectSlow(page).toHaveTitle('Exchange rates · Marigold');
    await close();
  });
});

describe('what the first address says', () => {
  it('keeps an invitation until somebody registers', async () => {
    const { page } = await visit();
    await page.goto('/?invitecode=AB12CD');
    expect(await storedValue(page, 'invitecode')).toBe('AB12CD');
    await page.goto('/pages/login/login?type=register');
    await expectSlow(page.getByRole('textbox', { name: 'Invitation code (optional)' })).toHaveValue('AB12CD');
  });

  it('keeps that the app runs inside a wrapper, and tells the wrapper of a new language', async () => {
    const { page, press } = await visit();
    const messages: unknown[] = [];
    await page.exposeFunction('post', (message: string) => messages.push(JSON.parse(message)));
    await page.addInitScript(() => {
      const { post } = window as unknown as { post: (message: string) => void };
      Object.assign(window, { marigoldWrapper: { postMessage: post } });
    });
    await page.goto('/?from=webview');
    expect(await storedValue(page, 'fromUrl')).toBe('webview');
    await page.goto('/pages/setting/language');
    await press(page.getByRole('button', { name: '日本語' }));
    await expectSlow(page).toHaveTitle(/^言語/);
    expect(messages).toContainEqual({ action: 'language', lang: 'ja' });
    expect(await storedValue(page, 'fromUrl')).toBe('webview');
  });
});

describe('the configuration of the app', () => {
  it('is fetched once in twelve hours', async () => {
    const { page } = await visit();
    let calls = 0;
    page.on('request', (request) => (calls += request.url().endsWith('/api/app/config') ? 1 : 0));
    const open = async () => {
      await page.goto('/');
      await expectSlow(page.getByRole('complementary', { name: 'Demo' })).toBeVisible();
      await page.waitForLoadState('networkidle');
    };
    await open();
    const config = JSON.parse((await storedValue(page, 'app_config')) ?? '') as {
      lastTime: number;
      data: unknown;
    };
    expect(Object.keys(config)).toEqual(['lastTime', 'data']);
    expect(Math.abs(Date.now() - config.lastTime)).toBeLessThan(60_000);
    expect(config.data).toContainEqual(expect.objectContaining({ key: 'deployment', mode: 'demo' }));
    await open();
    expect(calls).toBe(1);
    const old = JSON.stringify({ ...config, lastTime: config.lastTime - twelveHoursMs - 1000 });
    await page.evaluate((text) => localStorage.setItem('app_config', text), old);
    await open();
    expect(calls).toBe(2);
  });
});

describe('without a network', () => {
  it('what was read stays with its time, and money waits', async () => {
    const again = await personAgain();
    const { page, context } = again;
    await fillTransfer(again, { to: payee.username, amount: '1' });
    const button = page.getByRole('button', { name: 'Review transfer' });
    await expectSlow(button).toBeEnabled();
    await context.setOffline(true);
    await expectSlow(page.getByRole('status').getByText(/^Offline · data from \d\d:\d\d$/)).toBeVisible();
    await expectSlow(button).toBeDisabled();
    await expectSlow(button).toHaveAccessibleDescription(
      'You can send money again when you are back online.',
    );
    await expectSlow(page.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('1');
    await context.setOffline(false);
    await expectSlow(button).toBeEnabled();
    await expectSlow(page.getByText('Offline')).toHaveCount(0);
  });

  it('whoever logs in loses nothing that was typed', async () => {
    const { page, context, press, username } = somebody(await visit());
    await page.goto('/pages/login/login');
    await page.getByRole('textbox', { name: 'Username, phone or email' }).fill(username);
    await page.getByLabel('Password', { exact: true }).fill('Marigold-2026!');
    await context.setOffline(true);
    await press(page.getByRole('button', { name: 'Log in' }));
    await expectAnnounced(page, /^request network error/);
    await expectSlow(page.getByRole('textbox', { name: 'Username, phone or email' })).toHaveValue(username);
    await expectSlow(page.getByLabel('Password', { exact: true })).toHaveValue('Marigold-2026!');
  });
});

describe('the way back', () => {
  it('closes a sheet and stays on its page', async () => {
    const { page, press } = person;
    await page.goto('/');
    await press(page.getByRole('link', { name: 'Open your profile' }));
    await press(page.getByRole('button', { name: 'Log out' }));
    await expectSlow(page.getByRole('dialog', { name: 'Log out of this device?' })).toBeVisible();
    await page.goBack();
    await expectSlow(page.getByRole('dialog')).toHaveCount(0);
    await expectSlow(page).toHaveTitle('Me · Marigold');
    await page.goBack();
    await expectSlow(page).toHaveTitle('Home · Marigold');
  });
});
