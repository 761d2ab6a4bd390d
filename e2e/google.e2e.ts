/** Google two-step on the screens: bound from the profile, its codes shown once, a wrong clock, new codes, unbound. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { codeAt, stepMs } from '../apps/server/testing/authenticator-code.ts';
import { newPayer } from './people/people.ts';
import type { JourneyPerson } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

const app = sharedApp();
let browser: Browser;
let owner: JourneyPerson;
let secret: string;
/** The step of the last code that was taken: none is taken twice. */
let lastStep = 0;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

function stepNow(): number {
  return Math.floor(Date.now() / stepMs);
}

/** What the app shows so many steps from now. */
function appCode(ahead = 0): string {
  return codeAt(secret, (stepNow() + ahead) * stepMs);
}

/** A code that was not used yet: the app shows another one soon. */
async function freshCode(): Promise<string> {
  await expect.poll(stepNow, { timeout: 40_000, interval: 500 }).toBeGreaterThan(lastStep);
  lastStep = stepNow();
  return appCode();
}

it('is bound from the profile by the app’s code and a mailed one; a wrong clock is named', async () => {
  owner = await newPayer(app, await openVisit(browser, { profile: 'phone', url: app.url }));
  const { page, press } = owner;
  await page.goto('/pages/googleauth/checkcode?for=user/google/codes');
  await press(page.getByRole('link', { name: 'Bind now' }));
  await page.goto('/pages/user/profile');
  await press(page.getByRole('link', { name: /^Two-step verification/ }));
  const link = page.getByRole('link', { name: 'Open authenticator' });
  await expectSlow(link).toBeVisible();
  secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await expectSlow(page.getByText(secret.match(/.{4}/g)?.join(' ') ?? 'none')).toBeVisible();
  await page.getByLabel('Code from the app').fill(appCode(6));
  await page.getByLabel('Login password').fill(owner.password);
  await press(page.getByRole('button', { name: 'Turn on' }));
  await expectSlow(
    page.getByText("Your phone's clock is 3 minutes ahead. Set it to automatic."),
  ).toBeVisible();
  await page.getByLabel('Code from the app').fill(await freshCode());
  await press(page.getByRole('button', { name: 'Turn on' }));
  const mail = await app.mailAbout(owner.email, /turns on two-step verification/);
  await page.getByRole('dialog').getByRole('textbox').fill(codeIn(mail));
  await expectSlow(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await expectSlow(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('switch', { name: 'I have kept them' }).click();
  await press(page.getByRole('button', { name: 'Done' }));
  await expectSlow(page).toHaveURL(/\/pages\/user\/profile/);
  await expectSlow(page.getByRole('link', { name: /^Two-step verification.*On/ })).toBeVisible();
  expect((await app.mailAbout(owner.email, /^Two-step verification turned on/)).body).toContain(
    'Sending is paused',
  );
});

it('makes new codes and is unbound by one of them', { timeout: 120_000 }, async () => {
  const { page, press } = owner;
  await page.goto('/pages/googleauth/googleauth');
  await press(page.getByRole('link', { name: 'New recovery codes' }));
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await freshCode());
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expectSlow(list.getByRole('listitem')).toHaveCount(10);
  const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts();
  await page.getByRole('switch', { name: 'I have kept them' }).click();
  await press(page.getByRole('button', { name: 'Done' }));
  await press(page.getByRole('link', { name: 'Unbind' }));
  await page.getByLabel('Login password').fill(owner.password);
  await press(page.getByRole('button', { name: 'Continue' }));
  await press(page.getByRole('button', { name: 'Use a recovery code' }));
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode.toLowerCase());
  await press(page.getByRole('button', { name: 'Unbind' }));
  await expectSlow(page.getByRole('heading', { name: 'Two-step verification is off' })).toBeVisible();
  const mail = await app.mailAbout(owner.email, /^Two-step verification turned off/);
  expect(mail.body).toContain('Sending and cards are paused');
});
