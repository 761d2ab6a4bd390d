/**
 * What the first screen weighs: every script, style sheet and text catalogue that `/` fetches until the network is idle,
 * 375 px wide, gzip -9, without a service worker; for a newcomer (the introduction), a visitor and somebody logged in,
 * the largest of the three.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Browser, BrowserContext } from '@playwright/test';

import { demoPeople } from '../apps/server/src/modules/demo/people.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { freePort, startProgram } from '../e2e/program.ts';
import { startedAt } from '../e2e/started.ts';
import type { Measurement } from './main.ts';

const viewport = { width: 375, height: 812 };
const counted = /javascript|css|json/;

type Weight = { readonly bytes: number; readonly files: number };

export async function run(): Promise<Measurement> {
  const data = mkdtempSync(join(tmpdir(), 'marigold-web-'));
  const env = { LOCAL_CHAIN: '0', LIQUIDITY: '0', DATA_DIR: data, PORT: String(await freePort()) };
  const program = await startProgram({ env });
  const browser = await launchBrowser();
  try {
    const newcomer = await weigh(await open(browser), program.url);
    const visitor = await weigh(await open(browser, startedAt(program.url)), program.url);
    const user = await weigh(await logIn(browser, program.url), program.url);
    console.log(
      `introduction ${newcomer.files} files ${kib(newcomer)} KiB, ` +
        `visitor ${visitor.files} files ${kib(visitor)} KiB, user ${user.files} files ${kib(user)} KiB`,
    );
    return {
      name: 'web',
      figures: {
        firstScreenKiB: Math.max(kib(newcomer), kib(visitor), kib(user)),
        introductionKiB: kib(newcomer),
        visitorKiB: kib(visitor),
        userKiB: kib(user),
      },
      ratios: {},
    };
  } finally {
    await browser.close();
    await program.end();
    rmSync(data, { recursive: true, force: true });
  }
}

async function open(browser: Browser, storageState?: ReturnType<typeof startedAt>): Promise<BrowserContext> {
  return await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    ...(storageState === undefined ? {} : { storageState }),
  });
}

/** A context that was logged in through the screen, its cache left behind. */
async function logIn(browser: Browser, url: string): Promise<BrowserContext> {
  const [person] = demoPeople;
  if (person === undefined) throw new Error('Broken: there are no demo people');
  const first = await open(browser);
  const page = await first.newPage();
  await page.goto(`${url}/pages/login/login`);
  await page.getByLabel('Username, phone or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === '/');
  const storageState = await first.storageState();
  await first.close();
  return await browser.newContext({ viewport, serviceWorkers: 'block', storageState });
}

/** Opens `/` and adds up what came, however it was compressed on the way. */
async function weigh(context: BrowserContext, url: string): Promise<Weight> {
  const page = await context.newPage();
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isCounted = counted.test(response.headers()['content-type'] ?? '') && !pathname.startsWith('/api/');
    if (isCounted) bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`${url}/`);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(bodies);
  await context.close();
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}

function kib({ bytes }: Weight): number {
  return Number((bytes / 1024).toFixed(1));
}
