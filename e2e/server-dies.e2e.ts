/** A server that dies under an open page: prices are told to be old, what was read stays, and one tap is one order. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  expectWholeBooks,
  orderField,
  openMarket,
  orderForm,
  ordersOf,
  waitingPrice,
} from './people/market.ts';
import { newPayer } from './people/people.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { keepsApp, keepsCopy } from './window/device.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** A dead line is found by its silence, and a server that is back by a line that tries again, later each time. */
const noticedWithin = { timeout: 60_000 };
/** The program is killed and starts anew. */
const diesTimeoutMs = 300_000;

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LIQUIDITY: '1' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

describe('a server that dies', () => {
  it(
    'leaves prices marked as out of date and buttons off, and one order of one tap',
    { timeout: diesTimeoutMs },
    async () => {
      const visit = await openVisit(browser, { profile: 'desktop', url: app.url });
      const person = await newPayer(app, visit);
      await person.call('trade/confirm', { payPassword: person.payPassword });
      const { page, press } = person;
      await app.credit(person.username, 'USDT', '500');
      await openMarket(person);
      await orderField(page, 'Price in USDT').fill(await waitingPrice(page));
      await orderField(page, 'Amount in BTC').fill('0.002');
      // The answer is lost on its way; whether the order was placed nobody can say.
      await page.route('**/api/trade/submit', async (route) => {
        await route.fetch().catch(() => undefined);
        await route.abort();
      });
      const buy = orderForm(page).getByRole('button', { name: 'Buy BTC' });
      await press(buy);
      await expectSlow(page.getByText(/We got no answer/).first()).toBeVisible();
      await page.unroute('**/api/trade/submit');
      await expectSlow(buy).toBeEnabled();
      await app.crash();
      await expectSlow(page.getByText(/out of date/i).first()).toBeVisible(noticedWithin);
      await expectSlow(buy).toBeDisabled();
      await app.restart();
      await expectSlow(page.getByText('Live', { exact: true })).toBeVisible(noticedWithin);
      await expectSlow(buy).toBeEnabled(noticedWithin);
      await press(page.getByRole('button', { name: 'Send again' }));
      await expectAnnounced(page, /waits in the book/);
      await expectSlow(page.getByRole('radio', { name: 'Open orders 1' })).toBeVisible();
      expect((await ordersOf(app, person.username)).map(({ status }) => status)).toEqual(['wait']);
      await expectWholeBooks(app);
      await person.close();
    },
  );

  it(
    'leaves what was last known on screen after a reload, and what is true comes back with it',
    { timeout: diesTimeoutMs },
    async () => {
      const visit = await openVisit(browser, { profile: 'phone', url: app.url });
      const { username, page } = await newPayer(app, visit);
      await app.credit(username, 'USD', '50');
      const bar = page.locator('.banner-offline');
      const total = page.getByRole('main').getByText('$50.00').first();
      await page.reload();
      await expectSlow(total).toBeVisible();
      await keepsCopy(page, 'wallet/asset/list');
      await keepsApp(page);
      await app.crash();
      await page.reload();
      await expectSlow(total).toBeVisible();
      await expectSlow(bar).toHaveText(/^Offline · data from \d\d:\d\d$/);
      await app.restart();
      // A page that lost its server asks every 5 s.
      await expectSlow(bar).toHaveCount(0, noticedWithin);
      await expectSlow(total).toBeVisible();
      await visit.close();
    },
  );
});
