/**
 * Every built page for visitors and users, in five languages, both themes and four sizes: nothing breaks, nothing
 * reaches out of the window, no words are cut or lie on others, everything is translated and accessible.
 *
 * One document for each role and language, in which screen after screen is reached by the app's own router. What depends
 * on what is said in looks.ts. While a screen is being made, less can be looked at:
 *
 * - SCREENS_ADDRESS: a regular expression over the address, such as `^/pages/exchange/billdetail`
 * - SCREENS_LANGUAGES: some of the languages, such as `en,ru`
 * - SCREENS_ROLES: `visitor` or `user`
 */
import { languageIds } from '@marigold/texts/languages';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bringCrowding } from './looks/crowding.ts';
import { beginLooking, type LookFinding, findingKinds } from './looks/looks.ts';
import { bringAxe } from './looks/screen-checks.ts';
import { prepareWorld, screenRoles, screensOf, type ScreenWorld } from './looks/screens.ts';
import { type App, startApp } from './program/app.ts';
import { keepFigures } from './program/figures.ts';
import { launchBrowser } from './window/browser.ts';
import { startedAt } from './window/started.ts';

const visibleWithinMs = 20_000;
const languageTags = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', ja: 'ja-JP', ru: 'ru-RU' };

const chosen = (setting: string, all: readonly string[]) => process.env[setting]?.split(',') ?? all;
const addresses = new RegExp(process.env['SCREENS_ADDRESS'] ?? '');
const visits = languageIds
  .filter((language) => chosen('SCREENS_LANGUAGES', languageIds).includes(language))
  .flatMap((language) => screenRoles.map((role) => ({ role, language })))
  .filter(({ role }) => chosen('SCREENS_ROLES', screenRoles).includes(role));

let app: App;
let browser: Browser;
let world: ScreenWorld;
let looks = 0;
const findings: LookFinding[] = [];
const startedAtMs = performance.now();

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1', LIQUIDITY: '1' }), launchBrowser()]);
  world = await prepareWorld(app);
});
afterAll(async () => {
  const counts = findingKinds.map(
    (kind) => [kind, findings.filter((one) => one.kind === kind).length] as const,
  );
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  const figures = { looks, ...Object.fromEntries(counts), seconds };
  keepFigures('screens', 'every-screen', figures);
  console.log(`every screen: ${JSON.stringify(figures)}`);
  await browser?.close();
  await app?.end();
  if (looks === 0) throw new Error('No screen was looked at.');
});

describe('every screen', () => {
  it.concurrent.each(visits)(
    'of a $role is whole in $language',
    { timeout: 900_000 },
    async ({ role, language }) => {
      const context = await browser.newContext({
        baseURL: app.url,
        locale: languageTags[language],
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        reducedMotion: 'reduce',
        // Each of the contexts would fetch the whole app for later.
        serviceWorkers: 'block',
        storageState: role === 'user' ? world.signedIn : startedAt(app.url),
      });
      context.setDefaultTimeout(visibleWithinMs);
      await Promise.all([bringAxe(context), bringCrowding(context)]);
      const lookAt = await beginLooking(context, { role, language, url: app.url });
      const screens = screensOf(role, world).filter(({ address }) => addresses.test(address));
      const found: LookFinding[] = [];
      for (const screen of screens) {
        found.push(...(await lookAt(screen)));
        looks += 1;
      }
      findings.push(...found);
      await context.close();
      expect(found.map(({ text }) => text)).toEqual([]);
    },
  );
});
