/**
 * Hostile links on the built app: the whole corpus is opened as the address of the outlink page and pressed. Nothing
 * runs, nothing leaves before a press, and no other host is asked for anything.
 */
import { say } from '@marigold/texts/say';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type HostileLink, hostileLinks } from '../apps/wallet/testing/hostile-links.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

/** Several hundred pages are opened one after the other. */
const corpusTimeoutMs = 400_000;

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Watched = Visit & {
  /** What happened that a person would not expect: dialogs, windows, requests to others, other pages. */
  readonly surprises: string[];
  /** Requests to other hosts, all of them turned away. */
  readonly foreign: string[];
};

/** A window in which everything that leaves is written down and nothing does. */
async function openWatched(): Promise<Watched> {
  const visit = await openVisit(browser, { profile: 'phone', url: app.url });
  const { context, page } = visit;
  const surprises: string[] = [];
  const foreign: string[] = [];
  const isOwn = (address: string) => new URL(address).origin === app.url;
  await context.route(
    (address) => !isOwn(address.href),
    async (route) => {
      foreign.push(route.request().url());
      await route.abort();
    },
  );
  context.on('page', (other) => surprises.push(`a window opened: ${other.url()}`));
  context.on('dialog', (dialog) => {
    surprises.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('download', () => surprises.push('a download began'));
  page.on('framenavigated', (frame) => {
    if (!isOwn(frame.url())) surprises.push(`a page left: ${frame.url()}`);
  });
  return { ...visit, surprises, foreign };
}

function linkPage(link: string): string {
  return `/pages/outlink/outlink?${new URLSearchParams({ title: 'Marigold support', src: link })}`;
}

/** What stands on the page and where one can go from there. */
type Look = Awaited<ReturnType<typeof openLinkPage>>;

/**
 * Goes to the page of a link as the app's own router does, and looks at it. Another page is on screen in between, so
 * that what is seen belongs to this link.
 */
async function openLinkPage(page: Page, link: string) {
  return await page.evaluate(async (address) => {
    const nextFrame = async () => await new Promise((done) => requestAnimationFrame(done));
    const go = async (to: string, title: string) => {
      while (!document.title.startsWith(title)) {
        // A browser ignores an address that comes too soon after many others.
        if (window.location.pathname + window.location.search !== to) history.pushState(null, '', to);
        await nextFrame();
      }
    };
    await go('/pages/none/none', 'Page not found');
    await go(address, 'External link');
    return {
      address: window.location.pathname,
      heading: document.querySelector('main h2')?.textContent ?? '',
      reason: document.querySelector('main [role=alert] p')?.textContent ?? '',
      frames: document.querySelectorAll('iframe, object, embed').length,
      links: [...document.querySelectorAll('main a')].map((one) => ({
        href: one.getAttribute('href') ?? '',
        target: one.getAttribute('target'),
        rel: one.getAttribute('rel'),
      })),
    };
  }, linkPage(link));
}

/** What the page of a link must be, from its outcome in the corpus. */
function expectedLook({ outcome }: HostileLink, links: Look['links']) {
  const [kind = '', ...rest] = outcome.split(' ');
  const value = rest.join(' ');
  const base = { address: '/pages/outlink/outlink', frames: 0, reason: '' };
  if (kind === 'refused') {
    const reason = say('en', `outlink.refused.${value}` as 'outlink.refused.scheme');
    return { ...base, heading: say('en', 'outlink.refused'), reason, links: [] };
  }
  if (kind === 'page') {
    const own = { href: value, target: null, rel: null };
    return { ...base, heading: say('en', 'outlink.own'), links: [own] };
  }
  const away = { href: links[0]?.href ?? '', target: '_blank', rel: 'noopener noreferrer' };
  return { ...base, heading: say('en', 'outlink.leaving', { host: value }), links: [away] };
}

describe('the hostile corpus', () => {
  it(
    'is shown for what it is: nothing runs, nothing leaves, nobody else is asked',
    async () => {
      const { page, surprises, foreign, complaints, close } = await openWatched();
      const corpus = hostileLinks(app.url);
      const wrong: unknown[] = [];
      await page.goto('/pages/none/none');
      for (const hostile of corpus) {
        const found = await openLinkPage(page, hostile.link);
        const expected = expectedLook(hostile, found.links);
        if (JSON.stringify(found, sorted) !== JSON.stringify(expected, sorted))
          wrong.push({ link: hostile.link, found, expected });
        const happened = [...surprises.splice(0), ...foreign.splice(0), ...complaints.splice(0)];
        if (happened.length > 0) wrong.push({ link: hostile.link, happened });
      }
      await close();
      expect(wrong).toEqual([]);
      expect(corpus.length).toBeGreaterThanOrEqual(300);
    },
    corpusTimeoutMs,
  );

  it('is shown the same when a class of it begins a visit', async () => {
    const { page, surprises, foreign, complaints, close } = await openWatched();
    const firsts = new Map(hostileLinks(app.url).map((one) => [one.name, one])).values();
    for (const hostile of firsts) {
      await page.goto(linkPage(hostile.link));
      const heading = page.getByRole('heading', { level: 2, name: expectedLook(hostile, []).heading });
      await expectSlow(heading).toBeVisible();
    }
    await close();
    expect([surprises, foreign, complaints]).toEqual([[], [], []]);
  });

  it(
    'leads, when pressed, to a page of ours or to a window that knows nothing of us, at the host that was shown',
    async () => {
      const { context, page, surprises, foreign, close } = await openWatched();
      const corpus = hostileLinks(app.url).filter(({ outcome }) => !outcome.startsWith('refused'));
      const wrong: unknown[] = [];
      await page.goto('/pages/none/none');
      for (const hostile of corpus) {
        const [link] = (await openLinkPage(page, hostile.link)).links;
        const isOwn = hostile.outcome.startsWith('page');
        const opened = isOwn ? undefined : context.waitForEvent('page');
        await page.locator('main a').click();
        const other = await opened;
        // Nobody answers there, so the window stays empty; what it asked for is what counts.
        const opener = await other?.evaluate(() => window.opener as unknown).catch(() => null);
        if (opener) wrong.push({ link: hostile.link, opener: 'known' });
        await other?.close();
        if (isOwn) await page.waitForURL(`**${link?.href}`);
        const requested = foreign.splice(0).map((one) => one.split('#', 1)[0]);
        const expected = isOwn ? [] : [link?.href.split('#', 1)[0]];
        const hasLeft = new URL(page.url()).origin !== app.url;
        if (hasLeft || requested.join(' ') !== expected.join(' '))
          wrong.push({ hostile, requested, expected, hasLeft });
      }
      const windows = surprises.filter((one) => !one.startsWith('a window opened'));
      await close();
      expect([wrong, windows]).toEqual([[], []]);
    },
    corpusTimeoutMs,
  );
});

/** Objects with their names in order, so that two of them can be compared as texts. */
function sorted(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** A page of an allowed host that tries everything a frame could do to the window around it. */
const hostilePage = `<!doctype html><title>Help</title><h1>Help pages</h1><p id="log"></p><script>
  const log = [];
  const attempt = (name, run) => { try { run(); log.push(name); } catch { log.push('no ' + name); } };
  attempt('storage', () => localStorage.length);
  attempt('cookie', () => document.cookie);
  attempt('parent', () => parent.document.title);
  attempt('top', () => { top.location = 'https://evil.example/top'; });
  attempt('dialog', () => { if (alert('framed') === undefined) throw new Error(); });
  for (const action of ['back', 'theme', 'bar', 'jump'])
    parent.postMessage({ action, theme: 'dark', hasBack: true, url: 'https://evil.example' }, '*');
  parent.postMessage({ action: 'back' }, '*');
  document.getElementById('log').textContent = log.join(', ') + ', ' + document.referrer;
</script>`;

describe('a page of an allowed host', () => {
  it('is shown in a frame that can neither reach us nor lead us away', async () => {
    const { context, page, surprises, close } = await openWatched();
    await context.route('https://help.example/**', async (route) => {
      await route.fulfill({ contentType: 'text/html', body: hostilePage });
    });
    // The first visit has to hear the operator's list.
    await page.goto('/');
    await expectSlow(page).toHaveTitle('Home · Marigold');
    await page.goto('/pages/outlink/outlink?title=Help&src=https%3A%2F%2Fhelp.example%2Ffaq');
    const frame = page.frameLocator('iframe');
    await expectSlow(frame.getByRole('heading', { name: 'Help pages' })).toBeVisible();
    await expectSlow(frame.locator('#log')).toHaveText(
      'no storage, no cookie, no parent, no top, no dialog,',
    );
    const element = page.locator('iframe');
    await expectSlow(element).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
    await expectSlow(element).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expectSlow(element).toHaveAttribute('allow', '');
    await expectSlow(page.getByText('help.example', { exact: true })).toBeVisible();
    await expectSlow(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
    await expectSlow(page.getByRole('main').getByRole('link', { name: 'Open in browser' })).toHaveCount(2);
    expect(new URL(page.url()).pathname).toBe('/pages/outlink/outlink');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
    expect(surprises.filter((one) => !one.includes('https://help.example/'))).toEqual([]);
    await close();
  });

  it('that refuses to be framed leaves the way out on the screen', async () => {
    const { context, page, close } = await openWatched();
    await context.route('https://closed.example/**', async (route) => {
      const headers = { 'x-frame-options': 'DENY' };
      await route.fulfill({ contentType: 'text/html', body: '<h1>Words of the site</h1>', headers });
    });
    await page.goto('/');
    await expectSlow(page).toHaveTitle('Home · Marigold');
    await page.goto('/pages/outlink/outlink?src=https%3A%2F%2Fclosed.example%2F');
    await expectSlow(page.getByText(say('en', 'outlink.emptyHint'))).toBeVisible();
    await expectSlow(page.frameLocator('iframe').getByText('Words of the site')).toHaveCount(0);
    const out = page.getByRole('main').getByRole('link', { name: 'Open in browser' }).last();
    await expectSlow(out).toBeVisible();
    await expectSlow(out).toHaveAttribute('href', 'https://closed.example/');
    await close();
  });

  it('that does not come gives way to a clear screen, and can be tried again', async () => {
    const { context, page, close } = await openWatched();
    let answers = false;
    await context.route('https://slow.example/**', async (route) => {
      if (answers) await route.fulfill({ contentType: 'text/html', body: '<h1>Here at last</h1>' });
    });
    await page.goto('/');
    await expectSlow(page).toHaveTitle('Home · Marigold');
    await page.clock.install();
    await page.goto('/pages/outlink/outlink?src=https%3A%2F%2Fslow.example%2F', { waitUntil: 'commit' });
    await expectSlow(page.locator('iframe')).toHaveCount(1);
    await page.clock.runFor(11_000);
    const heading = page.getByRole('heading', { name: 'slow.example cannot be shown here' });
    await expectSlow(heading).toBeVisible();
    await expectSlow(page.getByRole('link', { name: 'Open in browser' }).last()).toBeVisible();
    answers = true;
    await page.getByRole('button', { name: 'Tap to retry' }).click();
    await expectSlow(page.frameLocator('iframe').getByText('Here at last')).toBeVisible();
    await close();
  });
});
