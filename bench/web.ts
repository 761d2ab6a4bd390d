/**
 * What a first visit weighs, 375 px wide, without a service worker; for a newcomer (the introduction), a visitor and
 * somebody logged in, the largest of the three. First screen: every script, style sheet and text catalogue that `/` asks
 * for before the app itself says that its first screen stands (apps/wallet/src/lib/device/idle.ts): by the page's own clock, so
 * that a busy machine measures the same. Until eight seconds: all files of ours that came by then, fonts and pictures too; answers of
 * calls are data and count in neither. Both as gzip -9 and as brotli 11, whatever the server sent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Browser, BrowserContext, Response } from '@playwright/test';

import { demoPeople } from '../apps/server/src/modules/demo/people.ts';
import { freePort, startProgram } from '../e2e/program/program.ts';
import { launchBrowser } from '../e2e/window/browser.ts';
import { startedAt } from '../e2e/window/started.ts';
import type { Measurement } from './main.ts';

const viewport = { width: 375, height: 812 };
/** What a first screen cannot be drawn without. */
const essential = /javascript|css|json/;
/** By then an eager program has fetched what it will. */
const longMs = 8000;

/** As `lib/idle.ts` writes it. */
const settledMark = 'first screen settled';

type File = { readonly url: string; readonly type: string; readonly gzip: number; readonly brotli: number };
type Weight = { readonly gzip: number; readonly brotli: number; readonly files: number };
type Visit = { readonly first: Weight; readonly long: Weight };

export async function run(): Promise<Measurement> {
  const data = mkdtempSync(join(tmpdir(), 'marigold-web-'));
  const env = { LOCAL_CHAIN: '0', LIQUIDITY: '0', DATA_DIR: data, PORT: String(await freePort()) };
  const program = await startProgram({ env });
  const browser = await launchBrowser();
  try {
    const newcomer = await weigh(await open(browser), program.url);
    const visitor = await weigh(await open(browser, startedAt(program.url)), program.url);
    const user = await weigh(await logIn(browser, program.url), program.url);
    const visits = { newcomer, visitor, user };
    for (const [name, { first, long }] of Object.entries(visits))
      console.log(`${name}: first screen ${sayWeight(first)}, until eight seconds ${sayWeight(long)}`);
    const largest = (weight: (visit: Visit) => number) => kib(Math.max(...Object.values(visits).map(weight)));
    return {
      name: 'web',
      figures: {
        firstScreenKiB: largest(({ first }) => first.gzip),
        firstScreenBrotliKiB: largest(({ first }) => first.brotli),
        untilEightSecondsKiB: largest(({ long }) => long.gzip),
        untilEightSecondsBrotliKiB: largest(({ long }) => long.brotli),
        introductionKiB: kib(newcomer.first.gzip),
        visitorKiB: kib(visitor.first.gzip),
        userKiB: kib(user.first.gzip),
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
async function weigh(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const answers: Response[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (origin === url && !isRedirect && !pathname.startsWith('/api/')) answers.push(response);
  });
  await page.goto(`${url}/`);
  // What is measured is a time of the page, from the start of its navigation.
  await page.waitForFunction((least) => performance.now() >= least, longMs);
  const early = new Set(await page.evaluate(fetchedBefore, settledMark));
  // Packed only now: compressing holds the process that drives the page.
  const files = await Promise.all(answers.map(read));
  await context.close();
  const first = files.filter((file) => early.has(file.url) && essential.test(file.type));
  return { first: together(first), long: together(files) };
}

/** In the page: the addresses that it asked for before the mark. Throws where the mark was not set. */
function fetchedBefore(markName: string): string[] {
  const mark = performance.getEntriesByName(markName, 'mark')[0];
  if (mark === undefined) throw new Error(`the page never said "${markName}"`);
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < mark.startTime)
    .map(({ name }) => name);
}

async function read(response: Response): Promise<File> {
  const type = response.headers()['content-type'] ?? '';
  const body = await response.body();
  // Pictures of points and fonts are compressed by their own formats.
  const isPacked = /font|image\/(?!svg)/.test(type);
  return {
    url: response.url(),
    type,
    gzip: isPacked ? body.length : gzipSync(body, { level: 9 }).length,
    brotli: isPacked ? body.length : brotliCompressSync(body).length,
  };
}

function together(files: readonly File[]): Weight {
  const sum = (weight: (file: File) => number) => files.reduce((whole, file) => whole + weight(file), 0);
  return { gzip: sum(({ gzip }) => gzip), brotli: sum(({ brotli }) => brotli), files: files.length };
}

function sayWeight({ gzip, brotli, files }: Weight): string {
  return `${files} files ${kib(gzip)} KiB (brotli ${kib(brotli)})`;
}

function kib(bytes: number): number {
  return Number((bytes / 1024).toFixed(1));
}
