/** A forgotten password: back in by a mailed code, everybody else out, and nobody learns whose names exist. */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type JourneyAccount, newPayer, onOwnDevice } from './people/people.ts';
import { logIn, logInWithCode, type JourneyPerson, plain } from './people/person.ts';
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

const phone = async () => await openVisit(browser, { profile: 'phone', url: app.url });

describe('a forgotten password', () => {
  let person: JourneyPerson & JourneyAccount;
  let elsewhere: JourneyPerson;
  let visitor: Visit;

  it('leads from the log-in to the contact that gets the code', async () => {
    person = await newPayer(app, await phone());
    elsewhere = { ...person, ...(await openVisit(browser, { profile: 'desktop', url: app.url })) };
    await onOwnDevice(person, elsewhere);
    await logIn(elsewhere);
    visitor = await phone();
    const { page, press } = visitor;
    await page.goto('/pages/login/login');
    await page.getByRole('textbox', { name: 'Username, phone or email' }).fill(person.username);
    await press(page.getByRole('link', { name: 'Forgot password?' }));
    await expectSlow(page).toHaveTitle('Reset Login Password · Marigold');
    await expectSlow(page.getByRole('textbox', { name: 'Username, phone or email' })).toHaveValue(
      person.username,
    );
    await press(page.getByRole('button', { name: 'Choose where the code goes' }));
    await expectSlow(page.getByRole('radio', { name: /^Email t\*+ple$/ })).toBeChecked();
    await press(page.getByRole('button', { name: 'Send code' }));
    await expectSlow(page.getByText('Code sent to')).toBeVisible();
  });

  it('survives a reload, a step back and a wrong code', async () => {
    const { page, press } = visitor;
    await page.reload();
    await expectSlow(page.getByText('Code sent to')).toBeVisible();
    await page.goBack();
    await expectSlow(page.getByRole('heading', { name: 'Where should the code go?' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Send code' }));
    await expectSlow(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
    const mail = await app.mailAbout(person.email, /resets your/);
    await page.getByRole('textbox', { name: 'Verification code' }).fill(otherThan(codeIn(mail)));
    await expectSlow(page.getByRole('alert')).toContainText('4');
    await page.getByRole('textbox', { name: 'Verification code' }).fill(codeIn(mail));
    await expectSlow(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });

  it('is set anew, and every other device is logged out at once', async () => {
    const { page, press } = visitor;
    await elsewhere.page.goto('/pages/exchange/exchange');
    await expectSlow(elsewhere.page.getByRole('heading', { name: 'Assets', level: 1 })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await press(page.getByRole('button', { name: 'Set new password' }));
    await expectSlow(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await expectSlow(page.getByText('Sending and trading are paused until')).toBeVisible();
    await expectSlow(elsewhere.page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible(
      liveWithin,
    );
    expect(plain((await app.mailAbout(person.email, /^Login password reset/)).body)).toContain(
      'Every device was logged out',
    );
  });

  it('opens the account again, which sends nothing for a day', async () => {
    const { page, press } = visitor;
    await press(page.getByRole('link', { name: 'Log in' }));
    await logInWithCode(app, { ...person, ...visitor, password: newPassword });
    await app.credit(person.username, 'USDT', '10');
    await page.goto('/pages/exchange/transfer');
    await expectSlow(page.getByText(/^Sending is paused until/).filter({ visible: true })).toHaveCount(1);
    await page.goto('/pages/login/forget');
    // What is over is over: the used recovery leads back to its start.
    await expectSlow(page.getByRole('heading', { name: 'Reset your login password' })).toBeVisible();
  });

  it('is changed by whoever is logged in with the old one and a code, on this device alone', async () => {
    const { page, press } = visitor;
    await page.goto('/pages/user/password');
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByLabel('New password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await press(page.getByRole('button', { name: 'Change login password' }));
    const sheet = page.getByRole('dialog', { name: 'Confirm the new password' });
    const code = codeIn(await app.mailAbout(person.email, /confirms your new login password/));
    await sheet.getByRole('textbox', { name: 'Verification code' }).fill(code);
    await expectSlow(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Done' }));
    await page.goto('/pages/exchange/exchange');
    await expectSlow(page.getByRole('heading', { name: 'Assets', level: 1 })).toBeVisible();
  });

  it('looks exactly the same for a name that nobody has', async () => {
    const known = await walk((await phone()).page, person.email);
    const unknown = await walk((await phone()).page, 'nobody.here@mail.example');
    expect(unknown).toEqual(known);
  });

  it('met no error of the app on the way', async () => {
    expect([...person.complaints, ...elsewhere.complaints, ...visitor.complaints].filter(isOurs)).toEqual([]);
  });
});

/** The browser itself complains of the answer that ends a session. */
function isOurs(complaint: string): boolean {
  return !complaint.includes('401');
}

/** Every text on the way to a wrong code, the name and its mask aside. */
async function walk(page: Page, account: string): Promise<string[]> {
  const texts: string[] = [];
  const read = async () => {
    const text = plain(await page.locator('body').innerText());
    texts.push(
      text
        .replaceAll(account, 'NAME')
        .replaceAll(/\S\*{4,}\S{3}/g, 'MASK')
        .replaceAll(/\d\d:\d\d|\d+ s/g, 'TIME'),
    );
  };
  await page.goto('/pages/login/forget_username');
  await page.getByRole('textbox', { name: 'Username, phone or email' }).fill(account);
  await page.getByRole('button', { name: 'Choose where the code goes' }).tap();
  await expectSlow(page.getByRole('radio')).toHaveCount(1);
  await read();
  await page.getByRole('button', { name: 'Send code' }).tap();
  await expectSlow(page.getByText('Code sent to')).toBeVisible();
  await read();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('000000');
  await expectSlow(page.getByRole('alert')).toBeVisible();
  await read();
  return texts;
}

function otherThan(code: string): string {
  return code === '000000' ? '111111' : '000000';
}
