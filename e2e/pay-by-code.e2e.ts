/** One person shows a code that asks for an amount; another reads its picture, pays, and keeps them in the address book. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPayer, newPerson } from './people/people.ts';
import { completed, enterPaymentPassword, type JourneyPerson, review } from './people/person.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** Longer than a long press needs (spec 9). */
const holdMs = 500;

const app = sharedApp();
let browser: Browser;
let payer: JourneyPerson;
let payee: JourneyPerson;

beforeAll(async () => {
  browser = await launchBrowser();
  payer = await newPayer(app, await openVisit(browser, { profile: 'phone', url: app.url }));
  payee = await newPerson(
    app,
    await openVisit(browser, { profile: 'phone', url: app.url, colorScheme: 'dark' }),
  );
  await app.credit(payer.username, 'USDT', '50');
});
afterAll(async () => {
  await payer?.close();
  await payee?.close();
  await browser?.close();
});

describe('two people at one table', () => {
  let picture: Buffer;

  it('ask for 7.25 USDT by a code', async () => {
    const { page, context, press } = payee;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/pages/index/collection?chain=internal');
    const internal = page.getByText(/^[1-9]\d{8}$/).first();
    await internal.click({ delay: holdMs });
    await expectAnnounced(page, /copied/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await internal.innerText());
    await press(page.getByRole('link', { name: 'Any currency' }));
    const inside = page.getByRole('list', { name: 'Inside Marigold' });
    await press(inside.getByText('USDT', { exact: true }));
    await press(page.getByRole('button', { name: 'Ask for an amount' }));
    await page.getByRole('textbox', { name: 'Amount' }).fill('7,25');
    await press(page.getByRole('button', { name: 'Show in the code' }));
    await expectSlow(page.getByRole('alert')).toHaveText('Use a point as the decimal sign.');
    await page.getByRole('textbox', { name: 'Amount' }).fill('7.25');
    await press(page.getByRole('button', { name: 'Show in the code' }));
    await expectSlow(page.getByText(/^Asking for 7\.25\sUSDT$/)).toBeVisible();
    const code = page.getByRole('img', { name: `QR code to pay ${payee.username}` });
    await expectSlow(code.locator('svg').first()).toBeVisible();
    picture = await code.screenshot();
  });

  it('read its picture, and see whom and how much before anything happens', async () => {
    const { page, press } = payer;
    await page.goto('/pages/index/scanqrcode');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page.getByRole('button', { name: 'From a picture' })),
    ]);
    await chooser.setFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture });
    const sheet = page.getByRole('dialog', { name: 'Pay this person?' });
    await expectSlow(sheet).toContainText(/Asks for 7\.25\sUSDT/);
    await press(sheet.getByRole('button', { name: 'Go to the transfer' }));
    await expectSlow(page.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('7.25');
    await expectSlow(page.getByText('Recipient found')).toBeVisible();
    await expectSlow(page.getByRole('textbox', { name: 'Enter the amount again' })).toHaveValue('');
  });

  it('pay what was asked for', async () => {
    const { page } = payer;
    await page.getByRole('textbox', { name: 'Enter the amount again' }).fill('7.25');
    await review(payer);
    await enterPaymentPassword(payer, payer.payPassword);
    await completed(payer);
    await expectAnnounced(payee.page, /^Received 7\.25\sUSDT/);
  });

  it('find each other again under names of their own', async () => {
    const { page, press } = payer;
    await page.goto('/pages/exchange/transferAddress?currency=USDT');
    const recent = page.getByRole('list', { name: 'Recent' }).getByRole('button');
    await expectSlow(recent).toContainText('1 payment');
    await page.goto('/pages/exchange/payee');
    await press(page.getByRole('button', { name: 'Add recipient' }).last());
    await page.getByRole('textbox', { name: 'Username, phone, email or code' }).fill(payee.username);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody from the table');
    await press(page.getByRole('button', { name: 'Save recipient' }));
    const row = page.getByRole('list', { name: 'Address book' }).getByRole('link');
    await expectSlow(row).toContainText('Somebody from the table');
    await press(row);
    const card = page.getByRole('dialog', { name: 'Recipient' });
    await press(card.getByRole('button', { name: 'Delete' }));
    await press(page.getByRole('button', { name: 'Delete recipient' }));
    await expectSlow(page.getByRole('heading', { name: 'No recipients yet' })).toBeVisible();
    expect(payer.complaints).toEqual([]);
  });

  it('are told when a picture has no code, or is none', async () => {
    const { page, press } = payer;
    await page.goto('/pages/index/scanqrcode');
    for (const [buffer, words] of [
      [await page.screenshot(), /^No code was found in this picture\. Choose a sharper one\.$/],
      [Buffer.from('no picture'), /^This file could not be read as a picture\. Choose another one\.$/],
    ] as const) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        press(page.getByRole('button', { name: 'From a picture' })),
      ]);
      await chooser.setFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
      await expectAnnounced(page, words);
    }
  });
});
