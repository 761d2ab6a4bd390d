/** Between tap and answer anything may happen: the server killed, the network slow, a finger too fast. One transfer. */
import type { Browser } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { newPayer, newPerson } from './people/people.ts';
import {
  completed,
  enterPaymentPassword,
  fillTransfer,
  type JourneyPerson,
  review,
} from './people/person.ts';
import { type App, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

const transferCall = '**/api/transfer/internal';
const amount = '12.34';
/** After a lost answer the screen asks again by itself, later each time; a call gives up after 10 s (spec 9). */
const foundOutWithin = { timeout: 30_000 };
const blockedWithin = { timeout: 10_000, interval: 20 };
/** By which a page without an answer hears that the server is back. */
const pingCall = '**/api/app/ping';

let app: App;
let browser: Browser;
let sender: JourneyPerson;
let recipient: JourneyPerson;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  sender = await newPayer(app, await openVisit(browser, { profile: 'phone', url: app.url }));
  recipient = await newPerson(app, await openVisit(browser, { profile: 'desktop', url: app.url }));
  await app.credit(sender.username, 'USDT', '100');
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

/** From an empty form to the last digit but one. */
async function almostPay(note: string): Promise<void> {
  await fillTransfer(sender, { to: recipient.username, amount, note });
  await review(sender);
  await enterPaymentPassword(sender, sender.payPassword.slice(0, -1));
}

async function tapLastDigit(): Promise<void> {
  await enterPaymentPassword(sender, sender.payPassword.slice(-1));
}

/** Asks the program's own database, as the login that owns it. */
async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: app.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** One transfer with this note, one journal, one amount, one bill for each of the two, and the screens say the same. */
async function expectOne(note: string, sentSoFar: number): Promise<void> {
  const transfers = await ask(
    `select t.units::text as units, count(distinct t.id)::int as transfers, count(distinct p.journal_id)::int as journals,
       count(distinct b.id) filter (where b.user_id = t.sender_id and b.direction = 'out')::int as out,
       count(distinct b.id) filter (where b.user_id = t.recipient_id and b.direction = 'in')::int as in
     from app.transfer t join ledger.posting p using (journal_id) join app.bill b using (journal_id)
     where t.note = $1 group by 1`,
    [note],
  );
  expect(transfers).toEqual([{ units: '1234000000', transfers: 1, journals: 1, out: 1, in: 1 }]);
  for (const [person, type] of [
    [sender, 'TRANSFER'],
    [recipient, 'COLLECTION'],
  ] as const) {
    await person.page.goto(`/pages/exchange/bill?type=${type}`);
    const bills = person.page.getByRole('main').getByRole('link', { name: /12\.34/ });
    await expectSlow(bills).toHaveCount(sentSoFar);
  }
}

describe('exactly one transfer', () => {
  it('when everything is killed while the money is written but not committed', async () => {
    await almostPay('before commit');
    const blocker = new pg.Client({ connectionString: app.databaseUrl() });
    // Its connection ends with the server it was made to.
    blocker.on('error', () => undefined);
    await blocker.connect();
    await blocker.query('begin; lock table app.transfer in share row exclusive mode');
    await tapLastDigit();
    // The journal is posted; the transfer's own row waits for us.
    await vi.waitFor(async () => {
      const waiting = await blocker.query(`select from pg_locks where not granted
        and relation = 'app.transfer'::regclass`);
      expect(waiting.rowCount).toBe(1);
    }, blockedWithin);
    await app.crash();
    await expectSlow(
      sender.page.getByText('We are checking whether this transfer went through'),
    ).toBeVisible();
    // The page asks again by itself as soon as the server is back: not before we have seen what it left.
    await sender.page.route(transferCall, async (route) => await route.abort('connectionrefused'));
    await app.restart();
    expect(await ask(`select from app.transfer where note = 'before commit'`)).toEqual([]);
    await sender.page.unroute(transferCall);
    await completed(sender, foundOutWithin);
    await expectOne('before commit', 1);
  });

  it('when everything is killed after the commit and before the answer, and the phone is opened anew', async () => {
    await almostPay('after commit');
    let isCommitted = false;
    await sender.page.route(transferCall, async (route) => {
      if (isCommitted) return await route.abort('connectionrefused');
      isCommitted = (await route.fetch()).ok();
      await app.crash();
      await route.abort('connectionreset');
    });
    await tapLastDigit();
    await expectSlow(
      sender.page.getByText('We are checking whether this transfer went through'),
    ).toBeVisible();
    await sender.page.close();
    await app.restart();
    sender = { ...sender, page: await sender.context.newPage() };
    await sender.page.goto('/pages/exchange/transfer');
    await expectSlow(
      sender.page.getByText('We are checking whether this transfer went through'),
    ).toBeVisible();
    await sender.press(sender.page.getByRole('button', { name: 'Check again' }));
    await enterPaymentPassword(sender, sender.payPassword);
    await completed(sender);
    await expectOne('after commit', 2);
  });

  it('when the finger taps twice', async () => {
    await fillTransfer(sender, { to: recipient.username, amount, note: 'two taps' });
    const button = sender.page.getByRole('button', { name: 'Review transfer' });
    await button.dblclick();
    await enterPaymentPassword(sender, sender.payPassword.slice(0, -1));
    const sheet = sender.page.getByRole('dialog', { name: 'Confirm and pay' });
    await sheet.getByRole('button', { name: sender.payPassword.slice(-1), exact: true }).dblclick();
    await completed(sender);
    await expectOne('two taps', 3);
  });

  it('when the answer does not come in time and the person tries again', async () => {
    await almostPay('slow');
    let calls = 0;
    const seen = Promise.withResolvers<void>();
    await sender.page.route(transferCall, async (route) => {
      calls += 1;
      // It arrives and is carried out; nobody hears of it.
      if (calls === 1) return void (await route.fetch());
      await seen.promise;
      await route.continue();
    });
    // The page asks again by itself after 3 s, and at once when it hears of the server: the person is to be first.
    await sender.page.route(pingCall, async (route) => await route.abort());
    await tapLastDigit();
    const again = sender.page.getByRole('button', { name: 'Check again' });
    await again.tap({ timeout: foundOutWithin.timeout });
    await expectSlow(sender.page.getByText('connection timed out (tap to retry)')).toBeVisible();
    seen.resolve();
    await completed(sender);
    expect(calls).toBe(2);
    for (const call of [transferCall, pingCall]) await sender.page.unroute(call);
    await expectOne('slow', 4);
  });

  it('each time: the balances are what four transfers leave', async () => {
    const left = await ask(
      `select p.username, a.balance::text as balance from app.person p join ledger.account a on a.owner_id = p.id
       where a.kind = 'available' and p.username = any($1) order by a.balance desc`,
      [[sender.username, recipient.username]],
    );
    expect(left).toEqual([
      { username: sender.username, balance: '5064000000' },
      { username: recipient.username, balance: '4936000000' },
    ]);
    expect(
      [...sender.complaints, ...recipient.complaints].filter((one) => one.startsWith('uncaught')),
    ).toEqual([]);
  });
});
