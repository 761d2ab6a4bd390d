/** Time passes by a restart: the clock of a demonstration is moved on, and every screen counts by it. */
import { hourMs } from '@marigold/money/spans';
import type { Browser, Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { demoPerson, logIn, type JourneyPerson } from './people/person.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** Any address on a chain. */
const stranger = `0x${'ab'.repeat(20)}`;
/** Two starts of the program beside everything else. */
const restartsTimeoutMs = 300_000;

let app: App;
let browser: Browser;
let person: JourneyPerson;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  person = demoPerson('anna', await openVisit(browser, { profile: 'phone', url: app.url }));
  await logIn(person);
});
afterAll(async () => {
  await person?.close();
  await browser?.close();
  await app?.end();
});

/** The first recipient of the address book, opened. */
async function openCard({ page, press }: JourneyPerson): Promise<Locator> {
  await page.goto('/pages/exchange/payee');
  await press(page.getByRole('list', { name: 'Address book' }).getByRole('link'));
  const card = page.getByRole('dialog', { name: 'Recipient' });
  await expectSlow(card).toBeVisible();
  return card;
}

it(
  'a new recipient is protected for a day of the program’s clock, and says how long still',
  { timeout: restartsTimeoutMs },
  async () => {
    const { page, press } = person;
    await page.goto('/pages/exchange/payee');
    await press(page.getByRole('button', { name: 'Add recipient' }).last());
    await press(page.getByRole('radio', { name: 'Address', exact: true }));
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(stranger);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The shop');
    await press(page.getByRole('button', { name: 'Save recipient' }));
    await expectSlow(page.getByRole('dialog')).toHaveCount(0);
    await expectSlow((await openCard(person)).getByRole('timer')).toHaveText(/^(24:00:00|23:5\d:\d\d)$/);

    await app.crash();
    await app.restart({ CLOCK_OFFSET_MS: String(23 * hourMs) });
    await expectSlow((await openCard(person)).getByRole('timer')).toHaveText(/^(01:00:00|00:[45]\d:\d\d)$/);

    await app.crash();
    await app.restart({ CLOCK_OFFSET_MS: String(24 * hourMs) });
    const card = await openCard(person);
    await expectSlow(card.getByText('The shop').first()).toBeVisible();
    expect(await card.getByRole('timer').count()).toBe(0);
  },
);
