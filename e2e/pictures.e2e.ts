/** The pictures of the README, taken anew with UPDATE_SCREENSHOTS=1; otherwise nothing is touched. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { settled, steady } from './looks/screen-checks.ts';
import { openApproval } from './people/approval.ts';
import { demoPerson, logIn, type JourneyPerson, sendTransfer } from './people/person.ts';
import { type App, startApp } from './program/app.ts';
import { repository } from './program/program.ts';
import { launchBrowser } from './window/browser.ts';
import { openVisit } from './window/visit.ts';

const folder = join(repository, 'docs', 'screenshots');
const bytesMax = 400_000;

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly title: 'home' | 'transfer' | 'bill' | 'assets';
  readonly locale: string;
  readonly language: LanguageId;
  readonly colorScheme?: 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly open?: (page: Page, language: LanguageId) => Promise<void>;
}

const english = { locale: 'en-US', language: 'en' } as const;
const pictures: readonly Picture[] = [
  { name: 'home', address: '/', title: 'home', ...english },
  { name: 'home-dark-ru', address: '/', title: 'home', locale: 'ru-RU', language: 'ru', colorScheme: 'dark' },
  {
    name: 'transfer-confirm-zh-Hans',
    address: '/pages/exchange/transfer?currency=USDT&to=boris',
    title: 'transfer',
    locale: 'zh-CN',
    language: 'zh-Hans',
    open: openApproval,
  },
  {
    name: 'bills-desktop',
    address: '/pages/exchange/bill',
    title: 'bill',
    ...english,
    size: { width: 1190, height: 800 },
  },
  {
    name: 'assets-explain',
    address: '/pages/exchange/exchange',
    title: 'assets',
    ...english,
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: /USDT/ }).click();
      await page.getByRole('list', { name: say('en', 'assets.explain.action') }).waitFor();
    },
  },
];

describe.runIf(process.env['UPDATE_SCREENSHOTS'] === '1')('the pictures of the README', () => {
  let app: App;
  let browser: Browser;
  let anna: JourneyPerson;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    const open = async () => await openVisit(browser, { profile: 'desktop', url: app.url });
    const [first, second] = [demoPerson('anna', await open()), demoPerson('boris', await open())];
    for (const person of [first, second]) await logIn(person);
    await sendTransfer(first, { to: 'boris', amount: '12.34', note: 'For the tea' });
    await sendTransfer(second, { to: 'anna', amount: '7.5' });
    await sendTransfer(first, { to: 'carol', amount: '20' });
    anna = first;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.end();
  });

  it.each(pictures)('$name', async ({ name, address, title, locale, language, colorScheme, size, open }) => {
    const viewport = size ?? { width: 375, height: 812 };
    const theme = colorScheme ?? 'light';
    const context = await browser.newContext({
      baseURL: app.url,
      locale,
      colorScheme: theme,
      viewport,
      deviceScaleFactor: size === undefined ? 2 : 1,
      reducedMotion: 'reduce',
      storageState: await anna.context.storageState(),
    });
    const page = await context.newPage();
    await page.goto(address);
    await settled(page, `${say(language, `shell.title.${title}`)} · Marigold`);
    await open?.(page, language);
    await steady(page, { ...viewport, theme });
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    await context.close();
    expect(statSync(path).size).toBeLessThan(bytesMax);
  });
});
