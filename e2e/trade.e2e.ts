/**
 * Trading as people do it on phones and on desktops, in books that a demo's traders fill: buy at once, let an order wait,
 * take it back, read it all again; prices that stand still. A server that dies under an order: server-dies.e2e.ts.
 */
import type { Browser, Locator, Page, WebSocketRoute } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectInputs } from './people/inputs.ts';
import {
  balancesOf,
  expectBook,
  expectWholeBooks,
  orderField,
  marketAddress,
  openMarket,
  orderForm,
  ordersOf,
  waitingPrice,
} from './people/market.ts';
import type { JourneyAccount } from './people/people.ts';
import { newPayer, newPerson } from './people/people.ts';
import type { JourneyPerson } from './people/person.ts';
import { sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openListening, openVisit } from './window/visit.ts';

/** A line that was cut is tried again, later each time. */
const noticedWithin = { timeout: 60_000 };

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const toast = (page: Page, words: RegExp): Locator =>
  page.getByRole('status').filter({ hasText: words }).first();

async function choose(person: JourneyPerson, type: 'Limit' | 'Market'): Promise<void> {
  const { page, press, profile } = person;
  if (profile === 'phone') {
    await press(page.getByRole('button', { name: /^Order type/ }));
    await press(page.getByRole('dialog').getByText(type, { exact: true }));
    await expectSlow(page.getByRole('dialog')).toHaveCount(0);
  } else await press(orderForm(page).getByText(type, { exact: true }));
}

describe.each(['phone', 'desktop'] as const)('a trader on a %s', (profile) => {
  let person: JourneyPerson & JourneyAccount;
  let waiting: string;

  beforeAll(async () => {
    person = await newPayer(app, await openVisit(browser, { profile, url: app.url }));
    await app.credit(person.username, 'USDT', '2000');
  });
  afterAll(async () => {
    await person?.close();
  });

  it('buys at once at the prices of the book, after the payment password that a login asks for once', async () => {
    const { page, press, payPassword } = person;
    // What would be said of its fill comes by the person's own channel.
    await openListening(page, marketAddress);
    await expectBook(page);
    await choose(person, 'Market');
    await orderField(page, 'Total in USDT').fill('100');
    await expectSlow(orderForm(page).getByText(/^Average price/)).toBeVisible();
    await expectInputs(person, 'first order on a device', async () => {
      await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
      await page
        .getByRole('dialog', { name: 'Start trading' })
        .getByLabel('Payment password')
        .fill(payPassword);
      await expectAnnounced(page, /Bought 0\.00\d+\sBTC/);
    });
    expect((await ordersOf(app, person.username)).map(({ status }) => status)).toEqual(['done']);
    // A fill that completes its order is said to readers once: the toast is, so the news of fills are silent.
    await press(page.getByRole('radio', { name: 'History' }));
    await expectSlow(page.getByRole('main').getByText('Market buy').first()).toBeVisible();
    await expectSlow(toast(page, /BTC\/USDT: bought/)).toHaveCount(0);
  });

  it('lets an order wait, with its money set aside', async () => {
    const { page, press } = person;
    await openMarket(person);
    await choose(person, 'Limit');
    waiting = await waitingPrice(page);
    await orderField(page, 'Price in USDT').fill(waiting);
    await orderField(page, 'Amount in BTC').fill('0.002');
    await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
    await expectAnnounced(page, /waits in the book/);
    await expectSlow(page.getByRole('radio', { name: 'Open orders 1' })).toBeVisible();
    // What waits is no history.
    await press(page.getByRole('radio', { name: 'History' }));
    await expectSlow(page.getByRole('main').getByText('Market buy').first()).toBeVisible();
    await expectSlow(page.getByRole('main').getByText('Limit buy')).toHaveCount(0);
    await page.goto('/pages/exchange/exchange');
    await expectSlow(page.getByRole('main').getByText(/USDT on hold/)).toBeVisible();
  });

  it('is told what is wrong with an order, and nothing is held', async () => {
    const { page, press } = person;
    await openMarket(person);
    const before = [await ordersOf(app, person.username), await balancesOf(app, person.username)];
    for (const [price, amount, words] of [
      [waiting, '0.00001', /at least/],
      [waiting, '1', /You have only/],
      ['1', '0.01', /near the index price/],
      [waiting, '0.000001', /At most 5 decimals/],
      [waiting, '１', /only digits/],
    ] as const) {
      await orderField(page, 'Price in USDT').fill(price);
      await orderField(page, 'Amount in BTC').fill(amount);
      await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
      await expectSlow(orderForm(page).getByText(words).first()).toBeVisible();
      // Where the balance is too small, the form leads to where money comes in.
      await expectSlow(orderForm(page).getByRole('link', { name: 'Go recharge' })).toHaveCount(
        amount === '1' ? 1 : 0,
      );
    }
    expect([await ordersOf(app, person.username), await balancesOf(app, person.username)]).toEqual(before);
  });

  it('takes it back, and reads every order, fill and bill again', async () => {
    const { page, press } = person;
    await page.goto('/pages/transaction/bill');
    const main = page.getByRole('main');
    await press(main.getByRole('button', { name: /^Cancel BTC\/USDT Limit buy/ }).first());
    await expectAnnounced(page, /^Order cancelled/);
    expect((await ordersOf(app, person.username)).map(({ status, held }) => [status, held])).toEqual([
      ['done', '0'],
      ['cancel', '0'],
    ]);
    await expectSlow(main.getByText('No open orders')).toBeVisible();
    await press(main.getByRole('radio', { name: 'History' }));
    await expectSlow(main.getByRole('link', { name: /Limit buy.*Cancelled/ })).toBeVisible();
    await press(main.getByRole('link', { name: /Market buy.*Filled/ }));
    await expectSlow(main.getByRole('heading', { name: 'Trades of this order' })).toBeVisible();
    await page.goto('/pages/transaction/bill?tab=fills');
    // By the words of a fill: the fill beside the list leads to its bills, and stands before the rows of the list are laid out.
    await press(main.getByRole('link', { name: /^BTC\/USDT Bought/ }).first());
    await expectSlow(main.getByText(/^Taker/).first()).toBeVisible();
    await page.goto('/pages/exchange/bill');
    await expectSlow(
      page
        .getByRole('main')
        .getByRole('link', { name: /BTC\/USDT/ })
        .first(),
    ).toBeVisible();
    expect(person.complaints).toEqual([]);
    await expectWholeBooks(app);
  });
});

describe('prices that stand still', () => {
  it('turn the buttons off, and on again once they are live', async () => {
    const visit = await openVisit(browser, { profile: 'desktop', url: app.url });
    const { page } = visit;
    let isCut = false;
    const lines = new Set<WebSocketRoute>();
    await page.routeWebSocket('**/stream', async (line) => {
      if (isCut) return await line.close();
      line.connectToServer();
      lines.add(line);
    });
    await newPerson(app, visit);
    await openMarket(visit);
    const buy = orderForm(page).getByRole('button', { name: 'Buy BTC' });
    await expectSlow(buy).toBeEnabled();
    isCut = true;
    for (const line of lines) await line.close();
    await expectSlow(page.getByText('Out of date').first()).toBeVisible(noticedWithin);
    await expectSlow(buy).toBeDisabled();
    await expectSlow(buy).toHaveAccessibleDescription(/^The prices are out of date\./);
    isCut = false;
    await expectSlow(buy).toBeEnabled(noticedWithin);
    await visit.close();
  });
});

describe('a visitor', () => {
  it('sees the prices live and is asked to log in', async () => {
    const visit = await openVisit(browser, { profile: 'phone', url: app.url });
    await openMarket(visit);
    await expectSlow(orderForm(visit.page).getByRole('link', { name: 'Log in to trade' })).toBeVisible();
    // The demo's traders follow an index that never stands still; nobody touches the page.
    const book = async () => await visit.page.getByRole('rowgroup', { name: 'Buy orders' }).innerText();
    const first = await book();
    await expect.poll(book, noticedWithin).not.toBe(first);
    await visit.close();
  });
});
