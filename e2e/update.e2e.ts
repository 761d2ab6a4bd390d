/** A new version is published while people use the old one: it waits, is offered, and comes when somebody says so. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Gateway } from '../apps/server/src/platform/http/gateway.ts';
import { createHttp } from '../apps/server/src/platform/http/http.ts';
import { registerPages } from '../apps/server/src/platform/http/pages.ts';
import { launchBrowser } from './window/browser.ts';
import { keepsApp } from './window/device.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

const wallet = join(import.meta.dirname, '../apps/wallet');

/** No call is answered here: what is tested is the program, not what it reads. */
const gateway: Gateway = {
  handle: async () => ({ status: 404, body: { data: { code: 404, msg: 'not found', data: null } } }),
  beside: async () => await Promise.reject(new Error('Nothing is asked for beside the calls.')),
  refuse: (status, refusal) => ({ status, body: { data: { code: status, msg: refusal, data: null } } }),
};

let browser: Browser;
let dist: string;
let url: string;
let server: Awaited<ReturnType<typeof createHttp>>;
let published = 0;
/** What the server says with every answer, as its security policy does. */
let rules = 'first';
const visits: Visit[] = [];

/** Builds the wallet into the folder that is served, as another version each time; the old files are gone. */
async function publish(): Promise<void> {
  published += 1;
  // A build carries the key of the envelope's format check; another one makes other files, and no call is answered here.
  process.env['VITE_API_SECRET'] = `version-${published}`;
  // As it is published: a test's own build has the libraries' warnings in it and weighs more than people are given.
  process.env['NODE_ENV'] = 'production';
  await build({
    root: wallet,
    configFile: join(wallet, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: dist, emptyOutDir: true },
  });
}

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'marigold-dist-'));
  chmodSync(dist, 0o755);
  await publish();
  browser = await launchBrowser();
  server = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  server.addHook('onSend', async (_request, reply) => void reply.header('x-rules', rules));
  await registerPages(server, { dist, gateway });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});
afterAll(async () => {
  delete process.env['VITE_API_SECRET'];
  await browser?.close();
  await server?.close();
  rmSync(dist, { recursive: true, force: true });
});

async function visit(): Promise<Visit> {
  const opened = await openVisit(browser, { profile: 'phone', url });
  visits.push(opened);
  return opened;
}

/** The script that the page on screen was started with: its name is its version. */
async function versionOf(page: Page): Promise<string> {
  return await page.evaluate(
    () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
  );
}

const updated = (page: Page, from: string) =>
  expectSlow.poll(async () => await versionOf(page).catch(() => from), { timeout: 20_000 }).not.toBe(from);

describe('the page that a device keeps', () => {
  it('follows the rules of the server, which may change without it', async () => {
    const { page } = await visit();
    await page.goto('/');
    await keepsApp(page);
    const read = async () => (await page.reload())?.headers()['x-rules'];
    expect(await read()).toBe('first');
    rules = 'second';
    await vi.waitFor(async () => expect(await read()).toBe('second'), { timeout: 20_000, interval: 50 });
  });
});

describe('a new version', () => {
  let page: Page;
  let press: Visit['press'];
  let before: string;

  beforeEach(async () => {
    ({ page, press } = await visit());
    await page.goto('/');
    await keepsApp(page);
    await page.reload();
    before = await versionOf(page);
  });

  it('is offered quietly, changes nothing by itself, and comes when it is asked for', async () => {
    await publish();
    await page.reload();
    expect(await versionOf(page)).toBe(before);
    await expectSlow(page.getByRole('status').getByText('A new version is ready')).toBeVisible();
    expect(await versionOf(page)).toBe(before);
    await press(page.getByRole('button', { name: 'Update', exact: true }));
    await updated(page, before);
    await page.reload();
    expect(await versionOf(page)).not.toBe(before);
  });

  it('is found by the page that asks for it, which leads to it', async () => {
    await publish();
    await page.goto('/pages/updater/updater');
    await expectSlow(page.getByRole('heading', { name: 'A new version is ready' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Update now' }));
    await updated(page, before);
    await expectSlow(page.getByRole('heading', { name: 'A new version is ready' })).toHaveCount(0);
  });

  it('leaves another window of the old one whole', async () => {
    const other = await page.context().newPage();
    await other.goto('/');
    await expectSlow(other.getByRole('heading', { name: 'Log in or register' })).toBeVisible();
    await publish();
    await page.goto('/pages/updater/updater');
    await expectSlow(page.getByRole('heading', { name: 'A new version is ready' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Update now' }));
    await updated(page, before);
    // Pages whose code this window has not loaded yet; the server no longer has it.
    await press(
      other
        .getByRole('link', { name: 'Open your profile' })
        .or(other.getByRole('link', { name: 'Log in' }))
        .first(),
    );
    await expectSlow(other).toHaveTitle(/^(Login|Me) /);
    expect(await versionOf(other)).toBe(before);
  });
});

describe('a version that the server speaks with no more', () => {
  const entry = { key: 'version', version: '9.9.9', code: 999, leastCode: 999 };

  it.each(['phone', 'desktop'] as const)(
    'has one page left on a %s, whatever is asked for',
    async (profile) => {
      const opened = await openVisit(browser, { profile, url });
      visits.push(opened);
      const { page, context } = opened;
      await context.addInitScript(
        (stored) => localStorage.setItem('app_config', stored),
        JSON.stringify({ lastTime: Date.now(), data: [entry] }),
      );
      const isAlone = async () => {
        await expectSlow(page.getByRole('heading', { name: 'Version 9.9.9 is available' })).toBeVisible();
        await expectSlow(page.getByRole('button', { name: 'Update now' })).toBeVisible();
        await expectSlow(page.getByRole('navigation')).toHaveCount(0);
        await expectSlow(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
        await expectSlow(page.getByRole('main').getByRole('link')).toHaveCount(0);
      };
      for (const path of [
        '/',
        '/pages/about/about',
        '/pages/login/login',
        '/nowhere',
        '/pages/updater/updater',
      ]) {
        await page.goto(path);
        await isAlone();
      }
      await page.goBack();
      await isAlone();
      await page.evaluate(() => {
        history.pushState(null, '', '/pages/rate/rate');
      });
      await isAlone();
    },
  );
});

describe('code that does not load', () => {
  it('says so, and the reload brings the new version', async () => {
    const { page, press, context } = await visit();
    await context.addInitScript(() => {
      // A browser without workers: everything comes from the server.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    });
    await page.goto('/');
    await expectSlow(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    const before = await versionOf(page);
    await publish();
    await press(page.getByRole('link', { name: 'Log in' }));
    await expectSlow(page.getByRole('heading', { name: 'Unable to preload CSS' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Reload the page' }));
    await updated(page, before);
    await expectSlow(page).toHaveTitle(/^Login /);
  });
});

describe('the app on another device', () => {
  it('is one look through a camera away', async () => {
    const opened = await openVisit(browser, { profile: 'desktop', url });
    visits.push(opened);
    await opened.page.goto('/pages/index/downloadapp');
    const code = opened.page.getByRole('img', { name: 'QR code with the address of this page' });
    await expectSlow(code).not.toHaveAttribute('aria-busy', 'true');
    const picture = await pixelsOf(opened.page, await code.screenshot());
    expect(decodeQR(picture)).toBe(`${url}/pages/index/downloadapp`);
  });
});

it('says how it is installed in a plain browser that was opened as if in a wrapper', async () => {
  const { page } = await visit();
  await page.goto('/pages/index/downloadapp?from=webview');
  await expectSlow(page.getByRole('heading', { name: 'How to install' })).toBeVisible();
});

/** What a camera would see of a screenshot. */
async function pixelsOf(page: Page, png: Buffer) {
  const { width, height, data } = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('This browser draws nothing.');
      context.drawImage(bitmap, 0, 0);
      const image = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return { width: image.width, height: image.height, data: [...image.data] };
    },
    [...png],
  );
  return { width, height, data: new Uint8ClampedArray(data) };
}
