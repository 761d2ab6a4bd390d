/** A transfer inside Marigold: what the form says of what is typed, and that money moves once. */
import { Refusal } from '@marigold/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held } from '../../../testing/answers.ts';
import { tell } from '../../../testing/line.ts';
import { hour, idOf, morning, transferConfig } from '../../../testing/samples.ts';
import { openPage, type Scene } from '../../../testing/screen.tsx';
import { paths } from '../../lib/paths.ts';

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

async function openForm(scene: Scene = {}): Promise<void> {
  await openPage(paths.transfer({ currency: 'USDT', chain: 'internal', to: '100000002' }), scene);
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
    ['1.2345678', 'USDT has at most 6 decimals'],
    ['12,34', 'Write decimals with a point, for example 1284.50'],
    ['12x', 'Enter digits only, with at most one decimal sign'],
    ['1000.01', 'Insufficient wallet balance, please recharge first'],
  ] as const)('says of the amount %s: %s', async ([typed, words]) => {
    await openForm();
    await amount.fill(typed);
    await review.click();
    await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(words));
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
    answers({ 'transfer/config': transferConfig({ locked: '400' }) });
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
    answers({ 'transfer/config': transferConfig({ available: '3000' }) });
    tell('balance', { currency: 'USDT' });
    await expect.element(page.getByText(/Available\s*3,000\.00\s*USDT/)).toBeVisible();
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
    ['', 'Enter who gets the money'],
    ['abc', 'Enter a username, a phone number with +, an email or an internal code'],
  ] as const)('typed as "%s" is wrong: %s', async ([typed, words]) => {
    await openPage(paths.transfer({ currency: 'USDT', chain: 'internal' }));
    await to.fill(typed);
    await review.click();
    await expect.element(to).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('payee/lookup')).toEqual([]);
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
});
