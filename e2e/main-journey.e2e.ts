/** The main job, as two people do it on phones and on desktops: register, hold, send, see it in the bills. */
import type { AppRequest } from '@marigold/contract/envelope';
import { mask } from '@marigold/contract/rules/masking';
import type { Browser, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { seal } from '../chaos/client.ts';
import { newPayer } from './people/people.ts';
import {
  completed,
  enterPaymentPassword,
  fillTransfer,
  type JourneyPerson,
  plain,
  registerPerson,
  review,
  sendTransfer,
  setPaymentPassword,
  sheetClosed,
  somebody,
  readTermsOn,
} from './people/person.ts';
import { codeIn, sharedApp } from './program/app.ts';
import { launchBrowser } from './window/browser.ts';
import { expectAnnounced } from './window/expect-announced.ts';
import { expectSlow } from './window/expect-slow.ts';
import { openListening, openVisit } from './window/visit.ts';

const wrongPassword = 'Sorry, your payment password is incorrect, please re-enter';
const tooLittle = 'Insufficient wallet balance, please recharge first';
const summedWithin = { timeout: 20_000, interval: 50 };

const app = sharedApp();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe.each(['phone', 'desktop'] as const)('two people on a %s', (profile) => {
  let sender: JourneyPerson;
  let recipient: JourneyPerson;

  const alert = (text: string): Locator => sender.page.getByRole('alert').filter({ hasText: text });

  it('begin: one registers and sets a payment password, the other is there already', async () => {
    const open = async () => await openVisit(browser, { profile, url: app.url });
    sender = somebody(await open());
    await registerPerson(app, sender);
    await setPaymentPassword(sender);
    await expectSlow(sender.page.getByRole('link', { name: 'Wallet Password Set' })).toBeVisible();
    recipient = await newPayer(app, await open());
  });

  it('hear of money as soon as it comes', async () => {
    await openListening(sender.page, '/pages/exchange/exchange');
    await expectSlow(sender.page.getByRole('heading', { name: 'Assets', level: 1 })).toBeVisible();
    await app.credit(sender.username, 'USDT', '100');
    await expectAnnounced(sender.page, /^Received 100\.00\sUSDT from Marigold demo$/);
    await expectSlow(balanceRow(sender.page)).toContainText('100.00');
  });

  it('are told what is wrong with an amount', async () => {
    await fillTransfer(sender, { to: recipient.username, amount: '1000' });
    await expectSlow(alert(tooLittle)).toBeVisible();
    await expectSlow(sender.page.getByRole('link', { name: 'Go recharge' })).toBeVisible();
    await fillTransfer(sender, { to: recipient.username, amount: '12.34', again: '12.35' });
    await sender.press(sender.page.getByRole('button', { name: 'Review transfer' }));
    await expectSlow(alert('The two amounts differ')).toBeVisible();
    await expectSlow(sender.page.getByRole('dialog')).toHaveCount(0);
  });

  it('send 12.34 USDT with a note, after a wrong payment password', async () => {
    await openListening(recipient.page, '/pages/exchange/exchange');
    await fillTransfer(sender, { to: recipient.username, amount: '12.34', note: 'For the tea' });
    const sheet = await review(sender);
    expect(await readTermsOn(sheet)).toMatchObject({ 'Recipient gets': '12.34 USDT', Note: 'For the tea' });
    await enterPaymentPassword(sender, '904817');
    await expectSlow(alert(wrongPassword)).toBeVisible();
    await enterPaymentPassword(sender, sender.payPassword);
    await completed(sender);
  });

  it('receive it without reloading', async () => {
    await expectAnnounced(recipient.page, /^Received 12\.34\sUSDT from /);
    await expectSlow(balanceRow(recipient.page)).toContainText('12.34');
  });

  it('see the same in both bills, and the note only where it was written', async () => {
    const [out, into] = [await billOf(sender, 'TRANSFER'), await billOf(recipient, 'COLLECTION')];
    const both = {
      Status: 'Success',
      'Arrived amount': '12.34 USDT',
      'Transaction type': 'Internal',
      'Address type': 'Internal address',
      'Sending address': mask(sender.username),
      'Receiving address': mask(recipient.username),
    };
    expect(out).toMatchObject({ ...both, Type: 'Transfer', Note: expect.stringContaining('For the tea') });
    expect(into).toMatchObject({ ...both, Type: 'Collection' });
    expect(into).not.toHaveProperty('Note');
    for (const term of ['Created', 'Submitted', 'Finished']) {
      expect(out[term]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(into[term]).toBe(out[term]);
    }
    expect(out['Order number']).toMatch(/^MG-\d{18}$/);
  });

  it('see entries that sum to the balance, exactly', async () => {
    expect(await explained(sender)).toEqual({ available: '87.66', entries: ['−12.34', '+100.00'] });
    expect(await explained(recipient)).toEqual({ available: '12.34', entries: ['+12.34'] });
  });

  it('cannot spend in one window what was spent in another', async () => {
    await fillTransfer(sender, { to: recipient.username, amount: '87' });
    await review(sender);
    const other = { ...sender, page: await sender.context.newPage() };
    await sendTransfer(other, { to: recipient.username, amount: '1' });
    await other.page.close();
    await enterPaymentPassword(sender, sender.payPassword);
    await expectSlow(alert(tooLittle)).toBeVisible();
    await sheetClosed(sender);
    expect((await explained(sender)).available).toBe('86.66');
  });

  it('are asked for a code at the sixth transfer, made for this amount and this payee', async () => {
    for (let number = 3; number <= 5; number += 1)
      await sendTransfer(sender, { to: recipient.username, amount: '1' });
    await fillTransfer(sender, { to: recipient.username, amount: '2.55' });
    await review(sender);
    await enterPaymentPassword(sender, sender.payPassword);
    const sheet = sender.page.getByRole('dialog', { name: 'Verify this payment' });
    const words = `exactly 2.55 USDT to ${mask(recipient.username)}`;
    await expectSlow(sheet.getByText(words)).toBeVisible();
    const mail = await app.mailAbout(sender.email, /^Confirm /);
    expect(plain(mail.subject)).toBe(`Confirm 2.55 USDT to ${mask(recipient.username)}`);
    expect(plain(mail.body)).toContain(`2.55 USDT to ${mask(recipient.username)}`);
    await sheet.getByRole('textbox', { name: 'Verification code' }).fill(codeIn(mail));
    await completed(sender);
    expect((await explained(sender)).available).toBe('81.11');
  });

  it('cannot have the amount changed under a code', async () => {
    await app.credit(recipient.username, 'USDT', '100');
    await fillTransfer(recipient, { to: sender.username, amount: '40' });
    await review(recipient);
    await enterPaymentPassword(recipient, recipient.payPassword);
    const sheet = recipient.page.getByRole('dialog', { name: 'Verify this payment' });
    const code = codeIn(await app.mailAbout(recipient.email, /^Confirm /));
    await recipient.page.route('**/api/transfer/internal', async (route) => {
      await route.continue({ postData: withAmount(route.request().postData() ?? '', '41') });
    });
    await sheet.getByRole('textbox', { name: 'Verification code' }).fill(code);
    await expectSlow(sheet.getByRole('alert')).toContainText('Verification fail. The code no longer fits');
    expect((await explained(recipient)).available).toBe('118.89');
  });

  it('met no error of the app on the way', async () => {
    expect([...sender.complaints, ...recipient.complaints]).toEqual([]);
    await sender.close();
    await recipient.close();
  });
});

function balanceRow(page: Page): Locator {
  return page.getByRole('main').getByRole('list', { name: 'Assets' }).getByRole('link', { name: /USDT/ });
}

/** The details of the newest bill of a type, reached through the list. */
async function billOf(
  { page, press }: JourneyPerson,
  type: string,
): Promise<Readonly<Record<string, string>>> {
  await page.goto(`/pages/exchange/bill?type=${type}`);
  await press(page.getByRole('main').getByRole('link', { name: /12\.34/ }));
  await expectSlow(page.getByRole('term').filter({ hasText: 'Order number' })).toBeVisible();
  return await readTermsOn(page.getByRole('main'));
}

/** "Explain this balance": the available balance and every entry, which must sum to it. */
async function explained({ page }: JourneyPerson): Promise<{ available: string; entries: string[] }> {
  await page.goto('/pages/exchange/exchange?explain=USDT');
  const rows = page.getByRole('list', { name: 'What makes up this balance' }).getByRole('listitem');
  // How many decimals are shown is known once the list of assets has come, which may be later.
  const { available, entries } = await vi.waitFor(async () => {
    const texts = await rows.allInnerTexts();
    const found = texts.map((text) => /[+−][\d,]+\.\d+/.exec(text)?.[0] ?? text);
    const terms = await readTermsOn(page.locator('body'));
    const balance = (terms['Available balance'] ?? '').replace(' USDT', '');
    expect(found.reduce((total, entry) => total + unitsOf(entry), 0n)).toBe(unitsOf(balance));
    expect(found).not.toEqual([]);
    return { available: balance, entries: found };
  }, summedWithin);
  await expectSlow(page.getByRole('status').filter({ hasText: `${available}\u00a0USDT` })).toBeVisible();
  return { available, entries };
}

/** A shown amount in units of eight decimals. */
function unitsOf(text: string): bigint {
  const [, sign = '', whole = '', decimals = ''] = /^([+−]?)([\d,]+)\.(\d{1,8})$/.exec(text) ?? [];
  const units = BigInt(whole.replaceAll(',', '') + decimals.padEnd(8, '0'));
  return sign === '−' ? -units : units;
}

/** What somebody between the screen and the server would send: another amount, everything else as it was approved. */
function withAmount(body: string, amount: string): string {
  const { data } = JSON.parse(body) as { readonly data: string };
  const { appRequest } = JSON.parse(Buffer.from(data, 'base64').toString()) as {
    readonly appRequest: AppRequest & { readonly data: object };
  };
  return seal({ ...appRequest, data: { ...appRequest.data, amount, amountConfirm: amount } });
}
