/** "This was not me": from a mail, without logging in, to a locked account, and the owner’s way out of the lock. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectInputs } from './people/inputs.ts';
import { newPayer } from './people/people.ts';
import { enterLoginCode, type JourneyPerson, logInWithCode } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit, type Visit } from './window/visit.ts';

const newPassword = 'Marigold-2027?';
/** The stream tells within a moment. */
const liveWithin = { timeout: 15_000 };

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe.each(['phone', 'desktop'] as const)('a login that was somebody else’s, on a %s', (profile) => {
  let owner: JourneyPerson;
  let thief: JourneyPerson;
  let visitor: Visit;
  let link: string;
  /** Of log-ins, so that none is taken twice. */
  const codes: string[] = [];

  const visit = async () => await openVisit(browser, { profile, url: app.url });

  it('is told of with a link, which does nothing when it is opened', async () => {
    owner = await newPayer(app, await visit());
    thief = { ...owner, ...(await visit()) };
    codes.push(await logInWithCode(app, thief));
    const mail = await app.mailAbout(owner.email, /^Login on a new device/);
    link = /\/pages\/user\/notme#[\w-]{43}/.exec(mail.body)?.[0] ?? '';
    expect(link).not.toBe('');
    visitor = await visit();
    await visitor.page.goto(link);
    await expectSlow(visitor.page.getByRole('heading', { name: 'Lock your account?' })).toBeVisible();
    await expectSlow(visitor.page).not.toHaveURL(/#/);
    await thief.page.goto('/pages/exchange/exchange');
    await expectSlow(thief.page.getByRole('heading', { name: 'Assets', level: 1 })).toBeVisible();
  });

  it('is stopped by one press: everybody is out at once, and the link works no second time', async () => {
    const { page, press } = visitor;
    const lock = async (): Promise<void> => {
      await press(page.getByRole('button', { name: 'Lock account' }));
      await expectSlow(page.getByRole('heading', { name: 'Your account is locked' })).toBeVisible();
    };
    await expectInputs(visitor, 'say that it was not me', lock, { presses: 1 });
    await expectSlow(thief.page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible(
      liveWithin,
    );
    expect((await app.mailAbout(owner.email, /^Account locked/)).body).toContain('This was not me');
    const again = await visit();
    await again.page.goto(link);
    await again.press(again.page.getByRole('button', { name: 'Lock account' }));
    await expectSlow(again.page.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
  });

  it('ends by logging in, another password and a code; a day of waiting follows', async () => {
    const { page, press } = visitor;
    await press(page.getByRole('link', { name: 'Change password now' }));
    await page.getByRole('textbox', { name: 'Username, phone or email' }).fill(owner.username);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await press(page.getByRole('button', { name: 'Log in', exact: true }));
    codes.push(await enterLoginCode(app, { ...owner, ...visitor }, codes));
    await expectSlow(page.getByRole('heading', { name: 'Unlock your account' })).toBeVisible();
    await page.getByLabel('Current password').fill(owner.password);
    await press(page.getByRole('button', { name: 'Continue' }));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await press(page.getByRole('button', { name: 'Set password and unlock' }));
    const mail = await app.mailAbout(owner.email, /unlocks your account/);
    await page.getByRole('dialog').getByRole('textbox').fill(codeIn(mail));
    await expectSlow(page.getByRole('heading', { name: 'Your account is unlocked' })).toBeVisible();
    await expectSlow(page.getByText('Sending and trading start again on')).toBeVisible();
    await logInWithCode(app, { ...owner, ...(await visit()), password: newPassword }, codes);
  });
});
