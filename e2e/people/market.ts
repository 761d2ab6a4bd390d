/** The page where people trade, as journeys read it, and what its orders left in the books of the program. */
import { audit } from '@marigold/ledger/audit';
import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { expect, vi } from 'vitest';

import type { SharedApp } from '../program/app.ts';
import { expectSlow } from '../window/expect-slow.ts';
import { plain } from './person.ts';

export const marketAddress = '/pages/transaction/transaction?pair=BTC_USDT';

export const orderForm = (page: Page): Locator => page.getByRole('form', { name: /^(Buy|Sell) BTC$/ });
export const orderField = (page: Page, name: string): Locator =>
  orderForm(page).getByRole('textbox', { name });

/** Opens the market and waits until both sides of its book are there. */
export async function openMarket({ page }: { readonly page: Page }): Promise<void> {
  await page.goto(marketAddress);
  await expectBook(page);
}

export async function expectBook(page: Page): Promise<void> {
  for (const side of ['Sell orders', 'Buy orders'])
    await expectSlow(page.getByRole('rowgroup', { name: side }).getByRole('row').first()).toBeVisible();
}

/** A book is drawn ten times a second. */
const drawnWithin = { timeout: 20_000, interval: 50 };

/** A price three percent below the best one of the buyers: it waits. */
export async function waitingPrice(page: Page): Promise<string> {
  const best = page.getByRole('rowgroup', { name: 'Buy orders' }).getByRole('row').first();
  // A row that is just being drawn anew is empty for a moment.
  const price = await vi.waitFor(async () => {
    const [, digits] = /^([\d,]+\.\d+)/.exec(plain(await best.innerText())) ?? [];
    if (digits === undefined) throw new Error('The best row of the buyers has no price.');
    return Number(digits.replaceAll(',', ''));
  }, drawnWithin);
  return (price * 0.97).toFixed(2);
}

/** Orders of somebody, oldest first. */
export async function ordersOf(
  app: SharedApp,
  username: string,
): Promise<{ status: string; filled: string; held: string }[]> {
  return await inDatabase(app, async (client) => {
    const found = await client.query<{ status: string; filled: string; held: string }>(
      `select o.status, o.filled::text as filled, o.held_units::text as held
       from app.trade_order o join app.person p on p.id = o.user_id where p.username = $1 order by o.id`,
      [username],
    );
    return found.rows;
  });
}

/** What the ledger says of somebody, by currency and kind of account: available, or set aside. Nothing is not told. */
export async function balancesOf(
  app: SharedApp,
  username: string,
): Promise<Readonly<Record<string, string>>> {
  return await inDatabase(app, async (client) => {
    const found = await client.query<{ name: string; units: string }>(
      `select a.code || ' ' || l.kind as name, l.balance::text as units
       from ledger.account l join app.person p on p.id = l.owner_id join app.asset a on a.ledger_id = l.asset_id
       where p.username = $1 and l.balance <> 0 order by name`,
      [username],
    );
    return Object.fromEntries(found.rows.map(({ name, units }) => [name, units]));
  });
}

export async function expectWholeBooks(app: SharedApp): Promise<void> {
  await inDatabase(app, async (client) => {
    expect(await audit(client, { full: true })).toEqual([]);
    expect((await client.query('select * from app.broken_orders')).rows).toEqual([]);
  });
}

async function inDatabase<Value>(app: SharedApp, use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
