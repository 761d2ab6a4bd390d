/**
 * Every built page for visitors and users, in five languages, both themes and four sizes: nothing breaks, nothing
 * reaches out of the window, everything is translated and accessible.
 */
import { languageIds, type LanguageId, languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type App, startApp } from './app.ts';
import { launchBrowser } from './browser.ts';
import {
  axeFindings,
  bringAxe,
  overflows,
  settled,
  steady,
  untranslated,
  widenDigits,
} from './screen-checks.ts';
import { prepareWorld, type Role, roles, type Screen, screensOf, type World } from './screens.ts';
import { startedAt } from './started.ts';

/** The two shapes that are promised whole are accessible too; the extremes must hold their words. */
const wholeSizes = [
  { name: '375 px', width: 375, height: 812, text: '' },
  { name: '1190 px', width: 1190, height: 800, text: '' },
];
const sizes = [
  ...wholeSizes,
  { name: '320 px', width: 320, height: 640, text: '' },
  { name: 'twice the text', width: 375, height: 812, text: '200%' },
];
const shownWithinMs = 20_000;
const themes = ['light', 'dark'] as const;
const languageTags = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', ja: 'ja-JP', ru: 'ru-RU' };

let app: App;
let browser: Browser;
let world: World;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1', LIQUIDITY: '1' }), launchBrowser()]);
  world = await prepareWorld(app);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

/** One context per role and language, reused for all of its screens. */
async function openRole(role: Role, language: LanguageId) {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: languageTags[language],
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    reducedMotion: 'reduce',
    storageState: role === 'user' ? world.signedIn : startedAt(app.url),
  });
  context.setDefaultTimeout(shownWithinMs);
  await bringAxe(context);
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

/** What one check finds on the screen that is open, in both themes and the given shapes. */
async function inSizes(
  page: Page,
  shapes: typeof sizes,
  check: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const { name, text, ...viewport } of shapes) {
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
      await page.setViewportSize(viewport);
      await steady(page);
      wrong.push(...(await check(page)).map((one) => `${colorScheme}, ${name}: ${one}`));
    }
  }
  return wrong;
}

async function widestOverflows(page: Page): Promise<string[]> {
  await widenDigits(page);
  return await overflows(page);
}

/** Opens one screen and answers everything that is wrong with it. */
async function inspect(page: Page, screen: Screen, language: LanguageId): Promise<string[]> {
  await visitScreen(page, screen, language);
  const wrong = await untranslated(page, language);
  const lang = await page.evaluate(() => document.documentElement.lang);
  if (lang !== languages[language].lang) wrong.push(`lang is ${lang}`);
  wrong.push(...(await inSizes(page, wholeSizes, axeFindings)));
  wrong.push(...(await inSizes(page, sizes, widestOverflows)));
  return wrong;
}

describe.each(roles)('every screen of a %s', (role) => {
  it.concurrent.each(languageIds)('is whole in %s', { timeout: 900_000 }, async (language) => {
    const { context, page, complaints } = await openRole(role, language);
    const wrong: string[] = [];
    for (const screen of screensOf(role, world)) {
      const found = await inspect(page, screen, language).catch((error: unknown) => [String(error)]);
      wrong.push(...[...found, ...complaints.splice(0)].map((one) => `${screen.address}: ${one}`));
    }
    await context.close();
    expect(wrong).toEqual([]);
  });
});
