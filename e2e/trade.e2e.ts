/**
 * Trading as people do it on phones and on desktops, in books that a demo's traders fill: buy at once, let an order wait,
 * take it back, read it all again; prices that stand still, and a server that dies under an order.
 */
import { audit } from '@marigold/ledger/audit';
import type { Browser, Locator, Page } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type App, startApp } from './app.ts';
import { launchBrowser } from './browser.ts';
import { newPerson, type Person, plain } from './person.ts';
import { shown } from './shown.ts';
import { told } from './told.ts';
import { openListening, openVisit } from './visit.ts';

const address = '/pages/transaction/transaction?pair=BTC_USDT';
/** A dead line is found by its silence, and a server that is back by a line that tries again, later each time. */
const noticedWithin = { timeout: 60_000 };
/** A person is made, the program is killed and starts anew. */
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

const orderForm = (page: Page): Locator => page.getByRole('form', { name: /^(Buy|Sell) BTC$/ });
const field = (page: Page, name: string): Locator => orderForm(page).getByRole('textbox', { name });
const toast = (page: Page, words: RegExp): Locator =>
  page.getByRole('status').filter({ hasText: words }).first();

/** Opens the market and waits until both sides of its book are there. */
async function openMarket({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.goto(address);
  await expectBook(page);
}

async function expectBook(page: Page): Promise<void> {
  for (const side of ['Sell orders', 'Buy orders'])
    await shown(page.getByRole('rowgroup', { name: side }).getByRole('row').first()).toBeVisible();
}

async function choose(person: Person, type: 'Limit' | 'Market'): Promise<void> {
  const { page, press, profile } = person;
  if (profile === 'phone') {
    await press(page.getByRole('button', { name: /^Order type/ }));
    await press(page.getByRole('dialog').getByText(type, { exact: true }));
    await shown(page.getByRole('dialog')).toHaveCount(0);
  } else await press(orderForm(page).getByText(type, { exact: true }));
}

/** A price a tenth of a hundred below the best one of the buyers: it waits. */
async function waitingPrice(page: Page): Promise<string> {
  const best = page.getByRole('rowgroup', { name: 'Buy orders' }).getByRole('row').first();
  const price = Number(
    plain(await best.innerText())
      .split(' ')[0]
      ?.replaceAll(',', ''),
  );
  return (price * 0.97).toFixed(2);
}

async function inDatabase<Value>(use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function ordersOf(username: string): Promise<{ status: string; filled: string; held: string }[]> {
  return await inDatabase(async (client) => {
    const found = await client.query<{ status: string; filled: string; held: string }>(
      `select o.status, o.filled::text as filled, o.held_units::text as held
       from app.trade_order o join app.person p on p.id = o.user_id where p.username = $1 order by o.id`,
      [username],
    );
    return found.rows;
  });
}

async function expectWholeBooks(): Promise<void> {
  await inDatabase(async (client) => {
    expect(await audit(client, { full: true })).toEqual([]);
    expect((await client.query('select * from app.broken_orders')).rows).toEqual([]);
  });
}

describe.each(['phone', 'desktop'] as const)('a trader on a %s', (profile) => {
  let person: Person;
  let waiting: string;

  beforeAll(async () => {
    person = await newPerson(app, await openVisit(browser, { profile, url: app.url }));
    await app.credit(person.username, 'USDT', '2000');
  });
  afterAll(async () => {
    await person?.close();
  });

  it('buys at once at the prices of the book', async () => {
    const { page, press } = person;
    // What would be said of its fill comes by the person's own channel.
    await openListening(page, address);
    await expectBook(page);
    await choose(person, 'Market');
    await field(page, 'Total in USDT').fill('100');
    await shown(orderForm(page).getByText(/^Average price/)).toBeVisible();
    await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
    await told(page, /Bought 0\.00\d+\sBTC/);
    expect((await ordersOf(person.username)).map(({ status }) => status)).toEqual(['done']);
    // A fill that completes its order is said to readers once: the toast is, so the news of fills are silent.
    await press(page.getByRole('radio', { name: 'History' }));
    await shown(page.getByRole('main').getByText('Market buy').first()).toBeVisible();
    await shown(toast(page, /BTC\/USDT: bought/)).toHaveCount(0);
  });

  it('lets an order wait, with its money set aside', async () => {
    const { page, press } = person;
    await openMarket(person);
    await choose(person, 'Limit');
    waiting = await waitingPrice(page);
    await field(page, 'Price in USDT').fill(waiting);
    await field(page, 'Amount in BTC').fill('0.002');
    await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
    await told(page, /waits in the book/);
    await shown(page.getByRole('radio', { name: 'Open orders 1' })).toBeVisible();
    // What waits is no history.
    await press(page.getByRole('radio', { name: 'History' }));
    await shown(page.getByRole('main').getByText('Market buy').first()).toBeVisible();
    await shown(page.getByRole('main').getByText('Limit buy')).toHaveCount(0);
    await page.goto('/pages/exchange/exchange');
    await shown(page.getByRole('main').getByText(/USDT on hold/)).toBeVisible();
  });

  it('is told what is wrong with an order, and nothing is held', async () => {
    const { page, press } = person;
    await openMarket(person);
    const before = await ordersOf(person.username);
    for (const [price, amount, words] of [
      [waiting, '0.00001', /at least/],
      [waiting, '1', /More than/],
      ['1', '0.01', /near the index price/],
      [waiting, '0.000001', /At most 5 decimals/],
      [waiting, '１', /Only digits/],
    ] as const) {
      await field(page, 'Price in USDT').fill(price);
      await field(page, 'Amount in BTC').fill(amount);
      await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
      await shown(orderForm(page).getByText(words).first()).toBeVisible();
      // Where the balance is too small, the form leads to where money comes in.
      await shown(orderForm(page).getByRole('link', { name: 'Go recharge' })).toHaveCount(
        amount === '1' ? 1 : 0,
      );
    }
    expect(await ordersOf(person.username)).toEqual(before);
  });

  it('takes it back, and reads every order, fill and bill again', async () => {
    const { page, press } = person;
    await page.goto('/pages/transaction/bill');
    const main = page.getByRole('main');
    await press(main.getByRole('button', { name: /^Cancel BTC\/USDT Limit buy/ }).first());
    await told(page, /^Order cancelled/);
    expect((await ordersOf(person.username)).map(({ status, held }) => [status, held])).toEqual([
      ['done', '0'],
      ['cancel', '0'],
    ]);
    await shown(main.getByText('No open orders')).toBeVisible();
    await press(main.getByRole('radio', { name: 'History' }));
    await shown(main.getByRole('link', { name: /Limit buy.*Cancelled/ })).toBeVisible();
    await press(main.getByRole('link', { name: /Market buy.*Filled/ }));
    await shown(main.getByRole('heading', { name: 'Trades of this order' })).toBeVisible();
    await page.goto('/pages/transaction/bill?tab=fills');
    await press(main.getByRole('link', { name: /BTC/ }).first());
    await shown(main.getByText(/^Taker/).first()).toBeVisible();
    await page.goto('/pages/exchange/bill');
    await shown(
      page
        .getByRole('main')
        .getByRole('link', { name: /BTC\/USDT/ })
        .first(),
    ).toBeVisible();
    expect(person.complaints).toEqual([]);
    await expectWholeBooks();
  });
});

describe('a visitor', () => {
  it('sees the prices live and is asked to log in', async () => {
    const visit = await openVisit(browser, { profile: 'phone', url: app.url });
    await openMarket(visit);
    await shown(orderForm(visit.page).getByRole('link', { name: 'Log in to trade' })).toBeVisible();
    await visit.close();
  });
});

describe('a server that dies', () => {
  it(
    'leaves prices marked as out of date and buttons off, and one order of one tap',
    { timeout: diesTimeoutMs },
    async () => {
      const person = await newPerson(app, await openVisit(browser, { profile: 'desktop', url: app.url }));
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
      await press(orderForm(page).getByRole('button', { name: 'Buy BTC' }));
      await shown(page.getByText(/No answer came/).first()).toBeVisible();
      await page.unroute('**/api/trade/submit');
      await app.crash();
      await shown(page.getByText(/out of date/i).first()).toBeVisible(noticedWithin);
      await app.restart();
      await shown(page.getByText('Live', { exact: true })).toBeVisible(noticedWithin);
      await press(page.getByRole('button', { name: 'Send again' }));
      await told(page, /waits in the book/);
      await shown(page.getByRole('radio', { name: 'Open orders 1' })).toBeVisible();
      expect((await ordersOf(person.username)).map(({ status }) => status)).toEqual(['wait']);
      await expectWholeBooks();
      await person.close();
    },
  );
});
