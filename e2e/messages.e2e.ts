/** What people are told: money that came, logins that were not theirs, news of the operator, answers of support. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { languageIds } from '@marigold/texts/languages';
import type { Browser, Locator } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPayer, newPerson } from './people/people.ts';
import { logInWithCode, type JourneyPerson, sendTransfer } from './people/person.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** The stream tells within a moment; a reload is never needed. */
const liveWithin = { timeout: 15_000 };

const app = sharedApp();
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'marigold-news-'));

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run operator -- …` against the running program. Its settings name a login for the program, which is not used. */
function operate(...given: string[]): string {
  const owner = app.databaseUrl();
  const program = owner.replace(/\/\/.*@/, '//marigold_app:none@');
  const script = join(import.meta.dirname, '../apps/server/src/operator.ts');
  const ran = spawnSync(process.execPath, [script, ...given], {
    env: { PATH: process.env['PATH'], DATABASE_URL: program, DATABASE_OWNER_URL: owner },
    encoding: 'utf8',
  });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  return ran.stdout;
}

describe.each(['phone', 'desktop'] as const)('on a %s', (profile) => {
  let sender: JourneyPerson;
  let recipient: JourneyPerson;

  /** Rows of the list, each with its title, time and words. */
  const row = (title: string | RegExp): Locator =>
    recipient.page.getByRole('main').getByRole('link').filter({ hasText: title });
  /** On phones a button: the notice says all there is. */
  const answer = (number: string): Locator =>
    recipient.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `Answer to request ${number}` });
  const unreadOnMe = (): Locator =>
    recipient.page.getByRole('main').getByRole('link', { name: /^Message notifications/ });

  it('money that comes is counted at once on the screen of whoever gets it', async () => {
    const open = async () => await openVisit(browser, { profile, url: app.url });
    sender = await newPayer(app, await open());
    recipient = await newPerson(app, await open());
    await app.credit(sender.username, 'USDT', '50');
    await recipient.page.goto('/pages/user/index');
    await expectSlow(unreadOnMe()).toHaveText('Message notifications');
    await sendTransfer(sender, { to: recipient.username, amount: '12.34' });
    await expectSlow(unreadOnMe()).toHaveText('Message notifications1', liveWithin);
  });

  it('its message leads to the bill and stays read', async () => {
    const { page, press } = recipient;
    await press(unreadOnMe());
    await expectSlow(page).toHaveTitle('Message notifications · Marigold');
    await expectSlow(row('12.34 USDT received')).toContainText('unread');
    await press(row('12.34 USDT received'));
    if (profile === 'desktop')
      await press(page.getByRole('complementary').getByRole('link', { name: 'Open' }));
    await expectSlow(page).toHaveTitle('Bill Details · Marigold');
    await expectSlow(page.getByRole('main')).toContainText(/12\.34\sUSDT/);
    await page.goto('/pages/message/message');
    await expectSlow(row('12.34 USDT received')).toBeVisible();
    await expectSlow(row('12.34 USDT received')).not.toContainText('unread');
    await expectSlow(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
  });

  it('a login somewhere else is told with the way out', async () => {
    const elsewhere = await openVisit(browser, { profile, url: app.url });
    await logInWithCode(app, { ...recipient, ...elsewhere });
    await elsewhere.close();
    const { page, press } = recipient;
    await expectSlow(row('Login on a new device')).toContainText('unread', liveWithin);
    await press(page.getByRole('main').getByRole('link', { name: 'This was not me' }).first());
    await expectSlow(page).toHaveTitle('This was not me · Marigold');
    await page.goto('/pages/message/message?topic=security');
    await expectSlow(row('Login on a new device')).not.toContainText('unread');
    await app.mailAbout(recipient.email, /^Login on a new device$/);
  });

  it('news of the operator are on the home until they are read', async () => {
    const file = join(folder, `${profile}.md`);
    const id = `news-${profile}`;
    const title = `Maintenance seen on a ${profile}`;
    writeFileSync(file, 'We pause **at night**. <b>Really</b>.\n\n[More](/pages/about/contact)');
    const kind = ['--kind', 'announcement', '--title', title, '--reason', 'maintenance at night'];
    operate('publish-content', id, 'en', file, ...kind);
    const { page, press } = recipient;
    await page.goto('/');
    await press(row(title));
    await expectSlow(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectSlow(page.getByText('We pause at night. Really.')).toBeVisible();
    await press(page.getByRole('main').getByRole('link', { name: 'More' }));
    await expectSlow(page).toHaveTitle('Contact Us · Marigold');
    await page.goto('/pages/message/message?topic=announcement');
    await expectSlow(row(title)).not.toContainText('unread');
    await page.goto('/');
    await expectSlow(page.getByRole('heading', { name: 'Market' })).toBeVisible();
    await expectSlow(row(title)).toHaveCount(0);
  });

  it('a banner of the operator is on the home of everybody, and leads where it says', async () => {
    const title = Object.fromEntries(languageIds.map((language) => [language, `Cheaper today, ${language}`]));
    const banners = { list: [{ id: 'cheaper', title, link: '/pages/rate/rate' }] };
    operate('set-config', 'banners', JSON.stringify(banners), '--reason', 'a cheaper day');
    const { page, press, close } = await openVisit(browser, { profile, url: app.url });
    await page.goto('/');
    await press(page.getByRole('main').getByRole('link', { name: 'Cheaper today, en' }));
    await expectSlow(page).toHaveTitle('Exchange rates · Marigold');
    await close();
  });

  it('a request to support is answered as a message', async () => {
    const { page, press } = recipient;
    await page.goto('/pages/about/contact');
    await page.getByRole('textbox', { name: 'What can we help you with?' }).fill('Where is my money?');
    await press(page.getByRole('button', { name: 'Send request' }));
    const sent = await page.getByRole('status').filter({ hasText: 'We received request' }).innerText();
    const number = /T\d{8}/.exec(sent)?.[0] ?? '';
    expect(operate('tickets')).toContain('Where is my money?');
    operate('answer-ticket', number, 'It is in your bills.', '--reason', 'as the bill says');
    await page.goto('/pages/message/message');
    await expectSlow(answer(number)).toContainText('It is in your bills.');
    const topic = (name: RegExp): Locator =>
      page.getByRole('group', { name: 'Filter messages' }).getByRole('button', { name });
    await press(topic(/^Security/));
    await expectSlow(answer(number)).toHaveCount(0);
    await press(topic(/^Service/));
    await expectSlow(answer(number)).toContainText('It is in your bills.');
    await press(page.getByRole('button', { name: 'Mark all read' }));
    await expectSlow(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
  });

  it('met no error of the app on the way', () => {
    expect([...sender.complaints, ...recipient.complaints]).toEqual([]);
  });
});
