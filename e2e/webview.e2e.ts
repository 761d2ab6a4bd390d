/**
 * The wallet inside of a page that wraps it: a real page on a port of its own frames the built app. It hears where links
 * lead, the language and the theme, and nothing else; nobody but this page is let around the app or heard by it.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Frame, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { demoPerson, type JourneyPerson } from './people/person.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

/** The page around the app: keeps every message it hears, and answers the question of diagnostics. */
const wrapperPage = `<!doctype html><title>Wrapper</title><script>
  window.heard = [];
  addEventListener('message', (event) => {
    window.heard.push({ origin: event.origin, data: event.data });
    if (event.data.action === 'ping') event.source.postMessage({ action: 'pong' }, event.origin);
  });
</script>`;

/** A page of somebody else, framed beside the app by a careless wrapper; it talks to everything it can reach. */
const hostilePage = `<!doctype html><title>Hostile</title><script>
  window.shout = (message) => {
    for (let at = 0; at < parent.frames.length; at += 1) parent.frames[at].postMessage(message, '*');
  };
</script>`;

let app: App;
let browser: Browser;
let wrapper: Server;
let stranger: Server;

beforeAll(async () => {
  [wrapper, stranger] = await Promise.all([serve(wrapperPage), serve(hostilePage)]);
  [app, browser] = await Promise.all([startApp({ WRAPPER_ORIGIN: originOf(wrapper) }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
  wrapper?.close();
  stranger?.close();
});

async function serve(body: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(body);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return server;
}

function originOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

type Framed = Visit & { readonly frame: Frame };

/** Opens the page of a server with the app in a frame at `path`, told that it is wrapped. */
async function openFramed(around: Server, path = '/'): Promise<Framed> {
  const visit = await openVisit(browser, { profile: 'phone', url: app.url });
  await visit.page.goto(originOf(around));
  const frame = await addFrame(visit.page, `${app.url}${path}?from=webview`);
  return { ...visit, frame };
}

async function addFrame(page: Page, address: string): Promise<Frame> {
  const added = page.waitForEvent('frameattached');
  await page.evaluate((src) => {
    const element = document.createElement('iframe');
    element.src = src;
    element.style.cssText = 'width: 375px; height: 700px';
    document.body.append(element);
  }, address);
  return await added;
}

/** Somebody of the demonstration logs in. */
async function logInWithin(frame: Frame, { username, password }: JourneyPerson): Promise<void> {
  await frame.goto(`${app.url}/pages/login/login`);
  await frame.getByRole('textbox', { name: 'Username, phone or email' }).fill(username);
  await frame.getByLabel('Password', { exact: true }).fill(password);
  await frame.getByRole('button', { name: 'Log in' }).click();
  await expectAnnounced(frame, /^You are logged in/);
}

type Heard = { readonly origin: string; readonly data: Readonly<Record<string, unknown>> };

async function heard(page: Page): Promise<readonly Heard[]> {
  return await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
}

/** The wrapper says something to the app in its frame. */
async function post(page: Page, message: unknown): Promise<void> {
  await page.evaluate(
    ([sent, target]) => document.querySelector('iframe')?.contentWindow?.postMessage(sent, target as string),
    [message, app.url] as const,
  );
}

const themeOf = async (frame: Frame) => await frame.evaluate(() => document.documentElement.dataset['theme']);

describe('the wrapper', () => {
  it('is told where a link leads, the language and the theme, and nothing of the person', async () => {
    const visit = await openFramed(wrapper);
    const { page, frame, context, complaints, close } = visit;
    const anna = demoPerson('anna', visit);
    const windows: string[] = [];
    context.on('page', (other) => windows.push(other.url()));
    // What the address says of the wrapper is read when the app starts.
    await expectSlow(frame.getByRole('main')).toBeVisible();
    await logInWithin(frame, anna);
    const token = await frame.evaluate(() => localStorage.getItem('token') ?? '');
    expect(token).toMatch(/.{20}/);

    await frame.goto(
      `${app.url}/pages/outlink/outlink?title=Shop&src=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1`,
    );
    await frame.getByRole('link', { name: 'Open in browser' }).click();
    await frame.goto(`${app.url}/pages/outlink/outlink?src=https%3A%2F%2Ft.me%2Fmarigold`);
    await frame.getByRole('link', { name: 'Open in browser' }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => (await heard(page)).length).toBe(3);
    await frame.goto(`${app.url}/pages/setting/language`);
    await frame.getByRole('button', { name: 'Русский' }).click();
    await expectSlow(frame.getByRole('heading', { name: 'Настройки языка' })).toBeVisible();
    await frame.goto(`${app.url}/pages/test/test`);
    await frame.getByRole('button', { name: 'Проверить связь' }).click();
    await expectSlow(frame.getByText(/Ответ за \d+ мс/)).toBeVisible();

    const all = await heard(page);
    expect(all).toEqual(
      [
        { action: 'jump', url: 'https://shop.example/a?b=1' },
        { action: 'jump', url: 'https://t.me/marigold' },
        { action: 'theme', theme: 'dark' },
        { action: 'language', lang: 'ru' },
        { action: 'ping' },
      ].map((data) => ({ origin: app.url, data })),
    );
    const config = JSON.stringify(all);
    expect([token, anna.username].filter((secret) => config.includes(secret))).toEqual([]);
    expect([windows, complaints]).toEqual([[], []]);
    await close();
  });

  it('asks for looks and for one page back', async () => {
    const { page, frame, close } = await openFramed(wrapper, '/pages/setting/language');
    const arrow = frame.getByRole('button', { name: 'Back' });
    await expectSlow(arrow).toBeVisible();
    await post(page, { action: 'bar', hasBack: true });
    await expectSlow(arrow).toBeHidden();
    await post(page, { action: 'bar', hasBack: false });
    await expectSlow(arrow).toBeVisible();
    await post(page, { action: 'theme', theme: 'dark' });
    await expect.poll(async () => await themeOf(frame)).toBe('dark');
    await post(page, { action: 'back' });
    await expect.poll(() => new URL(frame.url()).pathname).toBe('/');
    await close();
  });
});

describe('anybody else', () => {
  it('is not let around the app', async () => {
    const { page, frame, complaints, close } = await openFramed(stranger);
    await expect.poll(() => complaints.join(' ')).toContain('frame-ancestors');
    expect(await frame.locator('#app').count()).toBe(0);
    expect(new URL(page.url()).origin).toBe(originOf(stranger));
    await close();
  });

  it('is not heard by it, whatever it says, and the wrapper itself only in words that the app knows', async () => {
    const { page, frame, close } = await openFramed(wrapper, '/pages/setting/language');
    await expectSlow(frame.getByRole('button', { name: 'Back' })).toBeVisible();
    const hostile = await addFrame(page, originOf(stranger));
    await hostile.waitForLoadState();
    const attacks = [
      { action: 'back' },
      { action: 'theme', theme: 'dark' },
      { action: 'bar', hasBack: true },
      { action: 'jump', url: 'https://evil.example' },
      'back',
    ];
    for (const attack of attacks) {
      await hostile.evaluate(
        (sent) => (window as unknown as { shout(one: unknown): void }).shout(sent),
        attack,
      );
    }
    const nonsense = [
      { action: 'back', url: '/pages/user/index' },
      { action: 'theme', theme: 'red' },
      { action: 'theme', theme: 'dark', also: 1 },
      { action: 'jump', url: 'https://evil.example' },
      { action: 'language', lang: 'ru' },
      '{"action":"back"}',
      null,
    ];
    for (const one of nonsense) await post(page, one);
    // Messages are heard in their order: once this one has worked, all before it were dropped.
    await post(page, { action: 'bar', hasBack: true });
    await expectSlow(frame.getByRole('button', { name: 'Back' })).toBeHidden();
    expect([await themeOf(frame), new URL(frame.url()).pathname]).toEqual([
      'light',
      '/pages/setting/language',
    ]);
    expect(await heard(page)).toEqual([]);
    await close();
  });
});
