/** A transfer inside Marigold: what the form says of what is typed, and that money moves once. */
import { Refusal } from '@marigold/contract/endpoint';
import { minuteMs } from '@marigold/money/spans';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, UnservedAnswer, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { saying } from '../../../testing/look.ts';
import { hour, idOf, morning, sampleFreeze, sampleTransferConfig } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const to = page.getByLabelText('To', { exact: true });
const amount = page.getByLabelText('Amount', { exact: true });
const again = page.getByLabelText('Enter the amount again', { exact: true });
const review = page.getByRole('button', { name: 'Review transfer' });
const password = page.getByLabelText('Payment password', { exact: true });

const done = { billId: idOf(301), status: 'success' } as const;

beforeEach(() => {
  answers({
    'payee/lookup': { masked: 'B***b', kind: 'code' },
    'transfer/internal': done,
  });
});

async function openForm(setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.transfer({ currency: 'USDT', chain: 'internal', to: '100000002' }), setup);
  // Typing has rested: the recipient is looked up.
  await pass(500);
  await expect.element(page.getByText('Recipient found: B***b')).toBeVisible();
}

async function fillIn(typed = '12.34'): Promise<void> {
  await openForm();
  await amount.fill(typed);
  await again.fill(typed);
}

/** Up to the sheet that asks for the payment password. */
async function openSheet(): Promise<void> {
  await fillIn();
  await review.click();
  await expect.element(password).toBeVisible();
}

describe('the form of a transfer', () => {
  it.for([
    ['0', 'Enter an amount above 0'],
    ['0.001', 'The minimum is 0.01 USDT'],
    ['1.2345678', 'USDT has at most 6 decimals'],
    ['12,34', 'Use a point as the decimal sign, for example 1284.50'],
    ['12x', 'Enter digits only, with at most one decimal sign'],
    ['1000.01', 'Insufficient wallet balance, please recharge first'],
  ] as const)('says of the amount %s: %s', async ([typed, words]) => {
    await openForm();
    await amount.fill(typed);
    await review.click();
    await expect.element(amount).toHaveAccessibleDescription(saying(words));
    await expect.element(amount).toHaveFocus();
    expect(callsOf('transfer/internal')).toEqual([]);
  });

  it('says what is least, and what is left of the daily limit', async () => {
    await openForm();
    await expect
      .element(page.getByText('From 0.01 USDT · $5,000.00 left of the 24-hour limit'))
      .toBeVisible();
  });

  it('says what must stay until deposits are final', async () => {
    answers({ 'transfer/config': sampleTransferConfig({ locked: '400' }) });
    await openForm();
    await amount.fill('700');
    await review.click();
    await expect
      .element(page.getByText('400.00 USDT must stay in your account until your latest deposits are final'))
      .toBeVisible();
  });

  it('fills in everything that may go with one press', async () => {
    await openForm();
    await page.getByRole('button', { name: 'Max' }).click();
    await expect.element(amount).toHaveValue('1000');
    await expect.element(again).toHaveValue('');
  });

  it('says that the two amounts differ', async () => {
    await openForm();
    await amount.fill('12.34');
    await again.fill('12.35');
    await review.click();
    await expect
      .element(page.getByText('The two amounts differ. Enter the same amount twice.'))
      .toBeVisible();
  });

  it('leads to recharging where there is too little', async () => {
    await openForm();
    await amount.fill('2000');
    await review.click();
    await expect.element(page.getByRole('link', { name: /recharge/i })).toBeVisible();
  });

  it('follows what is available when a balance event comes', async () => {
    await openForm();
    answers({ 'transfer/config': sampleTransferConfig({ available: '3000' }) });
    publish('balance', { currency: 'USDT' });
    await expect.element(page.getByText(/Available\s*3,000\.00\s*USDT/)).toBeVisible();
  });

  it('is off while payouts are frozen, and says until when', async () => {
    const freezeUntil = morning + 5 * hour;
    await openForm({ as: { freezes: [sampleFreeze({ until: freezeUntil })] } });
    await expect.element(review).toBeDisabled();
    await expect
      .element(review)
      .toHaveAccessibleDescription('Sending is paused until 2026-11-23 15:00:00. Your balance is safe.');
    vi.setSystemTime(freezeUntil);
    await pass(10_000);
    await expect.element(review).toBeEnabled();
  });

  it('leads to setting a payment password where there is none', async () => {
    answers({ 'transfer/config': sampleTransferConfig({ hasPayPassword: false }) });
    await openForm({ as: { hasPayPassword: false } });
    await expect
      .element(page.getByRole('link', { name: 'Set payment password' }))
      .toHaveAttribute('href', expect.stringContaining('/pages/user/walletpassword?back='));
    expect(review.elements()).toEqual([]);
  });

  it('is off while the server is not reached', async () => {
    await openForm();
    window.dispatchEvent(new Event('offline'));
    await expect.element(review).toBeDisabled();
  });
});

describe('the recipient', () => {
  it('who does not exist is said beside the field, and is not asked for twice', async () => {
    answers({ 'payee/lookup': new Refusal('payee_not_found', {}, 'to') });
    await openPage(paths.transfer({ currency: 'USDT', chain: 'internal' }));
    await to.fill('nobody99');
    await amount.fill('1');
    await again.fill('1');
    await review.click();
    await expect.element(to).toHaveAttribute('aria-invalid', 'true');
    await review.click();
    expect(callsOf('payee/lookup')).toEqual([{ to: 'nobody99' }]);
    expect(password.elements()).toEqual([]);
  });

  it.for([
    ['', 'Enter a recipient'],
    ['abc', 'Enter a username, a phone number with +, an email or an internal code'],
  ] as const)('typed as "%s" is wrong: %s', async ([typed, words]) => {
    await openPage(paths.transfer({ currency: 'USDT', chain: 'internal' }));
    await to.fill(typed);
    await review.click();
    await expect.element(to).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('payee/lookup')).toEqual([]);
  });

  it("that was looked up too often is said in the server's words, with a way to try again", async () => {
    answers({ 'payee/lookup': new UnservedAnswer(429, 'rate_limited', { seconds: 60 }) });
    await openPage(paths.transfer({ currency: 'USDT', chain: 'internal' }));
    await to.fill('100000002');
    await review.click();
    await expect.element(to).toHaveAttribute('aria-invalid', 'true');
    answers({ 'payee/lookup': { masked: 'B***b', kind: 'code' } });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Recipient found: B***b')).toBeVisible();
  });
});

describe('paying', () => {
  it('sends once what was approved, however often the last key is tapped', async () => {
    const late = held('transfer/internal');
    answers({ 'transfer/internal': late.promise });
    await openSheet();
    await password.fill('135790');
    await expect.element(page.getByText('Sending', { exact: true })).toBeVisible();
    const key = page.getByRole('button', { name: '0', exact: true });
    await expect.element(key).toBeDisabled();
    late.resolve(done);
    await expect.element(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible();
    expect(callsOf('transfer/internal')).toMatchObject([
      { to: '100000002', currency: 'USDT', amount: '12.34', amountConfirm: '12.34', payPassword: '135790' },
    ]);
  });

  it('says that the payment password is wrong, and takes another one', async () => {
    answers({ 'transfer/internal': new Refusal('payment_password_incorrect', { left: 4 }, 'payPassword') });
    await openSheet();
    await password.fill('111111');
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveValue('');
    answers({ 'transfer/internal': done });
    await password.fill('135790');
    await expect.element(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible();
  });

  it('takes no more digits once the payment password is locked, and leads to resetting it', async () => {
    answers({ 'transfer/internal': new Refusal('payment_password_locked', { until: morning + hour }) });
    await openSheet();
    await password.fill('111111');
    await expect.element(page.getByRole('button', { name: /forgot/i })).toBeVisible();
    expect(password.elements()).toEqual([]);
  });

  it('goes back to the form with what is wrong there', async () => {
    answers({ 'transfer/internal': new Refusal('insufficient_balance', { currency: 'USDT' }, 'amount') });
    await openSheet();
    await password.fill('135790');
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amount).toHaveFocus();
  });

  it('without an answer is found out with the same id, and is never sent as another one', async () => {
    answers({ 'transfer/internal': noAnswer });
    await openSheet();
    await password.fill('135790');
    await expect.element(page.getByText('We are checking whether this transfer went through')).toBeVisible();
    answers({ 'transfer/internal': done });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible();
    const ids = new Set(callsOf('transfer/internal').map(({ requestId }) => requestId));
    expect(ids.size).toBe(1);
  });

  it('asks for a code where one is needed, and sends it with the same approval', async () => {
    answers({
      'transfer/internal': ({ verify }) =>
        verify === undefined ? new Refusal('verification_required', { methods: ['email'] }) : done,
      'verify/start': {
        challengeId: idOf(951),
        masked: 'al***@example.com',
        expires: morning + 10 * minuteMs,
        summary: { currency: 'USDT', amount: '12.34', fee: '0', payee: 'B***b', chain: null },
      },
    });
    await openSheet();
    await password.fill('135790');
    await expect
      .element(page.getByText('This approves exactly 12.34 USDT to B***b. Any change makes it invalid.'))
      .toBeVisible();
    await page.getByLabelText(/code/i).fill('246810');
    await expect.element(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible();
    expect(callsOf('transfer/internal')).toMatchObject([
      { payPassword: '135790' },
      { payPassword: '135790', verify: { challengeId: idOf(951), code: '246810' } },
    ]);
  });
});
