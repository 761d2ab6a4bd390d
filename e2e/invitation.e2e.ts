/** An invitation: a link that a stranger opens, an account made with it, a friend in the list of whoever gave it away. */
import { mask } from '@marigold/contract/rules/masking';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPerson } from './people/people.ts';
import { type JourneyPerson, somebody } from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** Longer than a long press needs (spec 9). */
const holdMs = 500;

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe('an invitation', () => {
  let inviter: JourneyPerson;
  let friend: JourneyPerson;
  let link: string;

  it('is given away as code, link and picture', async () => {
    inviter = await newPerson(app, await openVisit(browser, { profile: 'desktop', url: app.url }));
    const { page, context, press } = inviter;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/pages/building/building');
    await expectSlow(page).toHaveTitle('My invitation code · Marigold');
    await expectSlow(page.getByRole('heading', { name: 'No friends here yet' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Copy: Invitation link' }));
    await expectAnnounced(page, /copied/);
    link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`^${app.url}/\\?invitecode=[A-Z0-9]{6}$`));
    const saved = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Save picture' }));
    expect((await saved).suggestedFilename()).toBe(`marigold-${link.slice(-6)}.png`);
    const held = page.waitForEvent('download');
    await page.getByRole('img', { name: 'QR code of your invitation' }).click({ delay: holdMs });
    expect((await held).suggestedFilename()).toBe(`marigold-${link.slice(-6)}.png`);
  });

  it('is remembered until its visitor registers, and what was typed waits while the terms are read', async () => {
    friend = somebody(await openVisit(browser, { profile: 'phone', url: app.url }));
    const { page, press } = friend;
    await page.goto(link);
    await page.goto('/pages/login/login?type=register');
    await expectSlow(page.getByRole('textbox', { name: 'Invitation code' })).toHaveValue(link.slice(-6));
    await page.getByRole('textbox', { name: 'Username' }).fill(friend.username);
    await press(page.getByRole('button', { name: 'Use email instead' }));
    await page.getByRole('textbox', { name: 'Email' }).fill(friend.email);
    await page.getByLabel('Password', { exact: true }).fill(friend.password);
    await press(page.getByRole('link', { name: 'Terms of use' }));
    await expectSlow(page).not.toHaveTitle('Register · Marigold');
    await page.goBack();
    await expectSlow(page.getByRole('textbox', { name: 'Username' })).toHaveValue(friend.username);
    await expectSlow(page.getByLabel('Password', { exact: true })).toHaveValue(friend.password);
    await press(page.getByRole('button', { name: 'Send code' }));
    const code = codeIn(await app.mail(friend.email));
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
    await page.getByLabel('Confirm password').fill(friend.password);
    await press(page.getByRole('button', { name: 'Create account' }));
    await expectAnnounced(page, /^Account created/);
  });

  it('shows the friend, masked, to whoever invited, and tells them', async () => {
    const { page } = inviter;
    await page.goto('/pages/building/building');
    const friends = page.getByRole('list', { name: 'Friends who joined' }).getByRole('listitem');
    await expectSlow(friends).toHaveCount(1);
    await expectSlow(friends).toContainText(mask(friend.username));
    await expectSlow(page.getByText('1 friend', { exact: true })).toBeVisible();
    await page.goto('/pages/message/message');
    await expectSlow(page.getByRole('link', { name: /Your friend joined/ })).toBeVisible();
    await expectSlow(
      page.getByText(`${mask(friend.username)} registered with your invitation.`).first(),
    ).toBeVisible();
  });

  it('met no error of the app on the way', async () => {
    expect([...inviter.complaints, ...friend.complaints]).toEqual([]);
  });
});
