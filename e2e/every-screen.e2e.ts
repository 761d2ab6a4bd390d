import type { TextId } from '@marigold/texts/ids';
/**
 * Every built page for visitors and users, in five languages, both themes and four sizes: nothing breaks, nothing
 * reaches out of the window, everything is translated and accessible.
 */
import { languageIds, type LanguageId, languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type PagePath, pagePaths } from '../apps/wallet/src/lib/paths.ts';
import { type App, startApp } from './app.ts';
import { openApproval } from './approval.ts';
import { launchBrowser } from './browser.ts';
import { newPerson, setPaymentPassword } from './person.ts';
import { axeFindings, overflows, settled, steady, untranslated } from './screen-checks.ts';
import specification from './spec-routes.json' with { type: 'json' };
import { openVisit } from './visit.ts';

/** The titles of the specification, by page; a page without one does not compile. */
const titles = {
  '/': 'shell.title.home',
  '/pages/login/login': 'shell.title.login',
  '/pages/user/index': 'shell.title.me',
  '/pages/user/walletpassword': 'shell.title.walletpassword',
  '/pages/exchange/exchange': 'shell.title.assets',
  '/pages/exchange/transfer': 'shell.title.transfer',
  '/pages/exchange/bill': 'shell.title.bill',
  '/pages/exchange/billdetail': 'shell.title.billdetail',
  '/pages/setting/language': 'shell.title.language',
} as const satisfies Record<PagePath, TextId>;

type Role = 'visitor' | 'user';
interface Screen {
  readonly address: string;
  readonly title: TextId;
  /** Opens what lies over the page, such as a sheet. */
  readonly open?: (page: Page, language: LanguageId) => Promise<void>;
}

const sizes = [
  { name: '375 px', width: 375, height: 812, text: '' },
  { name: '1190 px', width: 1190, height: 800, text: '' },
  { name: '320 px', width: 320, height: 640, text: '' },
  { name: 'twice the text', width: 375, height: 812, text: '200%' },
];
const themes = ['light', 'dark'] as const;
const languageTags = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', ja: 'ja-JP', ru: 'ru-RU' };

let app: App;
let browser: Browser;
/** The session of somebody who was credited twice, and one of their bills. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
let billAddress: string;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  const visit = await openVisit(browser, { profile: 'phone', url: app.url });
  const person = await newPerson(app, visit);
  await setPaymentPassword(person);
  await app.credit(person.username, 'USDT', '1284.5');
  await app.credit(person.username, 'BTC', '0.03');
  await visit.page.goto('/pages/exchange/bill');
  const link = visit.page.getByRole('main').getByRole('link', { name: /0\.03/ });
  billAddress = (await link.getAttribute('href')) ?? '';
  signedIn = await visit.context.storageState();
  await visit.close();
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

/** What a role can open: every page, the second face of the login, an explained balance, a page that is not there. */
function screensOf(role: Role): Screen[] {
  const pages = pagePaths.map((path) => ({ address: path as string, title: titles[path] as TextId }));
  const unknown = { address: '/pages/none/none', title: 'shell.notFound.title' } as const;
  if (role === 'visitor') {
    const register = { address: '/pages/login/login?type=register', title: 'shell.title.register' } as const;
    return [...pages, register, unknown];
  }
  const opened = pages.map((page) =>
    page.address === '/pages/exchange/billdetail' ? { ...page, address: billAddress } : page,
  );
  const explained = {
    address: '/pages/exchange/exchange?explain=USDT',
    title: titles['/pages/exchange/exchange'],
  };
  const approval = {
    address: '/pages/exchange/transfer?currency=USDT&to=anna',
    title: titles['/pages/exchange/transfer'],
    open: openApproval,
  };
  // Whoever is logged in is led from the login page to the home.
  return [...opened.filter(({ address }) => address !== '/pages/login/login'), explained, approval, unknown];
}

/** One context per role and language, reused for all of its screens. */
async function openRole(role: Role, language: LanguageId) {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: languageTags[language],
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    reducedMotion: 'reduce',
    ...(role === 'user' ? { storageState: signedIn } : {}),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  return { context, page, complaints };
}

/** Opens one screen at 375 px and waits until it is whole. */
async function visitScreen(
  page: Page,
  { address, title, open }: Screen,
  language: LanguageId,
): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(address);
  await settled(page, `${say(language, title)} · Marigold`);
  await open?.(page, language);
}

/** Opens one screen and answers everything that is wrong with it. */
async function inspect(page: Page, screen: Screen, language: LanguageId): Promise<string[]> {
  await visitScreen(page, screen, language);
  const wrong = await untranslated(page);
  const lang = await page.evaluate(() => document.documentElement.lang);
  if (lang !== languages[language].lang) wrong.push(`lang is ${lang}`);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const { name, text, ...viewport } of sizes) {
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
      await page.setViewportSize(viewport);
      await steady(page);
      wrong.push(...(await overflows(page)).map((one) => `${colorScheme}, ${name}: ${one}`));
    }
  }
  return wrong;
}

describe.each(['visitor', 'user'] as const)('every screen of a %s', (role) => {
  it.each(languageIds)('is whole in %s', async (language) => {
    const { context, page, complaints } = await openRole(role, language);
    const wrong: string[] = [];
    for (const screen of screensOf(role)) {
      const found = await inspect(page, screen, language);
      wrong.push(...[...found, ...complaints.splice(0)].map((one) => `${screen.address}: ${one}`));
    }
    await context.close();
    expect(wrong).toEqual([]);
  });

  it('passes axe in both themes', async () => {
    const { context, page } = await openRole(role, 'en');
    const wrong: string[] = [];
    for (const screen of screensOf(role)) {
      await visitScreen(page, screen, 'en');
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await steady(page);
        wrong.push(...(await axeFindings(page)).map((one) => `${screen.address}, ${colorScheme}: ${one}`));
      }
    }
    await context.close();
    expect(wrong).toEqual([]);
  });
});

describe('the pages of the specification', () => {
  it('are counted', () => {
    const pages = specification.filter((row) => !('extension' in row));
    console.log(`pages built: ${pagePaths.length}/${pages.length}`);
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining([...pagePaths]));
  });
});
