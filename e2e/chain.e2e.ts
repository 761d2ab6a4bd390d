/**
 * Money over a chain, as a newcomer meets it: an address with its code, a deposit that comes in petal by petal, a transfer
 * that goes out and is confirmed, blocks that are taken back in between, and a node that stops in the middle.
 */
import { randomUUID } from 'node:crypto';

import { audit } from '@marigold/ledger/audit';
import type { Browser, Locator } from '@playwright/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { codeAt } from '../apps/server/testing/authenticator-code.ts';
import { strangersAddress as stranger } from './looks/screens.ts';
import { expectInputs } from './people/inputs.ts';
import { type JourneyAccount, newPayer } from './people/people.ts';
import { enterPaymentPassword, type JourneyPerson, review, readTermsOn } from './people/person.ts';
import { type App, codeIn, startApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openVisit } from './window/visit.ts';

/** One that nobody here ever paid. */
const another = `0x${'cd'.repeat(20)}`;
/** Twelve blocks of two seconds, on a machine that is busy. */
const credited = { timeout: 90_000 };

let app: App;
let browser: Browser;
let person: JourneyPerson & JourneyAccount;
/** Of the authenticator that they bound. */
let secret: string;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOCAL_CHAIN: '1' }), launchBrowser()]);
  person = await newPayer(app, await openVisit(browser, { profile: 'phone', url: app.url }));
  secret = await bindAuthenticator();
});
afterAll(async () => {
  await browser?.close();
  await app?.end();
});

/** By calls, long before it is used; what its binding pauses is over. Answers its key. */
async function bindAuthenticator(): Promise<string> {
  const { call, email, password, username } = person;
  const offer = await call('user/google/new', {});
  const { challengeId } = await call('verify/start', { kind: 'user/google/bind', method: 'email' });
  const verify = { challengeId, code: codeIn(await app.mailAbout(email, /turns on two-step/)) };
  const code = codeAt(offer.secret, Date.now());
  await call('user/google/bind', { loginPassword: password, code, verify });
  const owner = new pg.Client({ connectionString: app.databaseUrl() });
  await owner.connect();
  await owner.query(
    `update app.freeze set lifted_at = now(), lifted_by = 'support'
     where user_id = (select id from app.person where username_key = lower($1))`,
    [username],
  );
  await owner.end();
  return offer.secret;
}

async function faucet(asset: string, amount: string): Promise<void> {
  const answer = await fetch(`${app.url}/dev/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ username: person.username, asset, amount, requestId: randomUUID() }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { kind: 'sent' }]);
}

/** The panel of the local chain, as its form sends it. */
async function order(fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${app.url}/dev/chain`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

declare global {
  interface Window {
    /** How many confirmations the page has shown, each once. */
    petals: number[];
  }
}

/** Runs in the page. */
function notePetals(): void {
  window.petals = [];
  const look = (): void => {
    const [, count] = /(\d+) of 12 confirmations/.exec(document.body.innerText) ?? [];
    if (count !== undefined && !window.petals.includes(Number(count))) window.petals.push(Number(count));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

function balance(): Locator {
  return person.page
    .getByRole('main')
    .getByRole('list', { name: 'Assets' })
    .getByRole('link', { name: /USDT/ });
}

describe('a newcomer', () => {
  it('has an address with its code, its checksum and what to know before sending there', async () => {
    const { page } = person;
    await page.goto('/pages/index/collection?currency=USDT&chain=eth');
    const main = page.getByRole('main');
    await expectSlow(
      main
        .getByText(/0x[0-9a-fA-F]{40}/)
        .or(main.getByText(/^0x/))
        .first(),
    ).toBeVisible();
    await expectSlow(main.getByRole('button', { name: 'Copy address' })).toBeVisible();
    await expectSlow(main.getByText('Credited after 12 confirmations')).toBeVisible();
    await expectSlow(main.getByText(/Send only USDT on Ethereum/)).toBeVisible();
  });

  it('sees a deposit come in petal by petal and then in the balance, without reloading', async () => {
    const { page } = person;
    await page.evaluate(notePetals);
    await faucet('USDT', '100');
    await expectSlow(page.getByText(/^\d+ of 12 confirmations$/).first()).toBeVisible(credited);
    await expectAnnounced(page, /^Received 100\.00\sUSDT/, credited);
    const petals = await page.evaluate(() => window.petals);
    expect(Math.max(...petals)).toBeGreaterThan(petals[0] ?? Number.POSITIVE_INFINITY);
    await page.goto('/pages/exchange/exchange');
    await expectSlow(balance()).toContainText('100.00');
  });

  it('keeps exactly that when blocks are taken back, and reads what happened in the bill', async () => {
    const { page, press } = person;
    await order({ order: 'reorg', depth: '20' });
    await order({ order: 'mine', depth: '30' });
    await page.goto('/pages/exchange/bill');
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: /100\.00/ })
        .first(),
    );
    await expectSlow(page.getByText('Ethereum').first()).toBeVisible();
    await page.goto('/pages/exchange/exchange');
    await expectSlow(balance()).toContainText('100.00');
  });

  it('sends to an address on the terms of a quote and watches it being confirmed', async () => {
    const { page } = person;
    await page.goto(`/pages/exchange/transfer?currency=USDT&chain=eth&address=${stranger}&amount=25`);
    await page.getByRole('textbox', { name: 'Enter the amount again' }).fill('25');
    await expectSlow(page.getByText('The address is written correctly')).toBeVisible();
    const sheet = await review(person);
    expect(await readTermsOn(sheet)).toMatchObject({
      'Network fee': '5.00 USDT',
      'Recipient gets': '20.00 USDT',
    });
    await enterPaymentPassword(person, person.payPassword);
    const heading = page.getByRole('heading', { name: /^(Transfer accepted|Sending|Confirming \d+ of 12)$/ });
    await expectSlow(heading).toBeVisible();
    await expectSlow(page.getByRole('heading', { name: /^Confirming \d+ of 12$/ })).toBeVisible(credited);
    await order({ order: 'reorg', depth: '3' });
    await expectSlow(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible(credited);
    await page.goto('/pages/exchange/exchange');
    await expectSlow(balance()).toContainText('75.00');
  });

  it('is told what is wrong with an address, and nothing moves', async () => {
    const { page } = person;
    const address = page.getByRole('textbox', { name: 'To', exact: true });
    for (const [typed, words] of [
      [stranger.replace('d8dA', 'd8da'), /checksum does not match/],
      ['0x0000000000000000000000000000000000000000', /zero address/],
      ['TQCLsShbQNXMTVCjprY64qZmEA4rBarpQp', /another network/],
      ['0x1234', /42 characters/],
    ] as const) {
      await page.goto('/pages/exchange/transfer?currency=USDT&chain=eth');
      await address.fill(typed);
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('25');
      await page.getByRole('textbox', { name: 'Enter the amount again' }).fill('25');
      await person.press(page.getByRole('button', { name: 'Review transfer' }));
      await expectSlow(page.getByText(words).first()).toBeVisible();
    }
    await page.goto('/pages/exchange/exchange');
    await expectSlow(balance()).toContainText('75.00');
  });

  it('waits when the node stops and is credited when it is back; the books are whole', async () => {
    const { page } = person;
    await order({ order: 'freeze' });
    await order({ order: 'thaw' });
    await faucet('USDT', '50');
    await order({ order: 'freeze' });
    await page.goto('/pages/exchange/exchange');
    await expectSlow(balance()).toContainText('75.00');
    await order({ order: 'thaw' });
    await expectSlow(balance()).toContainText('125.00', credited);
    const owner = new pg.Client({ connectionString: app.databaseUrl() });
    await owner.connect();
    expect(await audit(owner, { full: true })).toEqual([]);
    await owner.end();
  });

  it('sends more than a new address takes at once, by the authenticator and nothing more', async () => {
    const { page } = person;
    await page.goto(`/pages/exchange/transfer?currency=USDT&chain=eth&address=${another}&amount=40`);
    await page.getByRole('textbox', { name: 'Enter the amount again' }).fill('40');
    await expectSlow(page.getByText('The address has no capital letters')).toBeVisible();
    await expectSlow(page.getByText(/^New address/)).toHaveCount(0);
    await review(person);
    await expectInputs(person, 'pay to a new address by a strong factor', async () => {
      await enterPaymentPassword(person, person.payPassword);
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Verification code' })
        .fill(codeAt(secret, Date.now()));
      await expectSlow(
        page.getByRole('heading', { name: /^(Transfer accepted|Sending|Confirming \d+ of 12)$/ }),
      ).toBeVisible();
    });
  });
});
