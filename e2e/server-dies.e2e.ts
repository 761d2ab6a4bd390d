/** A server that dies under an open page: prices are told to be old, what was read stays, and one tap is one order. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type App, startApp } from './app.ts';
import { launchBrowser } from './browser.ts';
import { keepsApp, keepsCopy } from './device.ts';
import { expectWholeBooks, field, openMarket, orderForm, ordersOf, waitingPrice } from './market.ts';
import { newPayer } from './people.ts';
import { shown } from './shown.ts';
import { told } from './told.ts';
import { openVisit } from './visit.ts';

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
      await field(page, 'Price in USDT').fill(await waitingPrice(page));
      await field(page, 'Amount in BTC').fill('0.002');
      // The answer is lost on its way; whether the order was placed nobody can say.
      await page.route('**/api/trade/submit', async (route) => {
        await route.fetch().catch(() => undefined);
        await route.abort();
      });
      const buy = orderForm(page).getByRole('button', { name: 'Buy BTC' });
      await press(buy);
      await shown(page.getByText(/We got no answer/).first()).toBeVisible();
      await page.unroute('**/api/trade/submit');
      await shown(buy).toBeEnabled();
      await app.crash();
      await shown(page.getByText(/out of date/i).first()).toBeVisible(noticedWithin);
      await shown(buy).toBeDisabled();
      await app.restart();
      await shown(page.getByText('Live', { exact: true })).toBeVisible(noticedWithin);
      await shown(buy).toBeEnabled(noticedWithin);
      await press(page.getByRole('button', { name: 'Send again' }));
      await told(page, /waits in the book/);
      await shown(page.getByRole('radio', { name: 'Open orders 1' })).toBeVisible();
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
      const bar = page.locator('.offline');
      const total = page.getByRole('main').getByText('$50.00').first();
      await page.reload();
      await shown(total).toBeVisible();
      await keepsCopy(page, 'wallet/asset/list');
      await keepsApp(page);
      await app.crash();
      await page.reload();
      await shown(total).toBeVisible();
      await shown(bar).toHaveText(/^Offline · data from \d\d:\d\d$/);
      await app.restart();
      // A page that lost its server asks every 5 s.
      await shown(bar).toHaveCount(0, noticedWithin);
      await shown(total).toBeVisible();
      await visit.close();
    },
  );
});
