/** The limits below which payments ask for no code: narrower at once, wider with a proof and a day later. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf } from '../../../testing/answers.ts';
import { day, hour, idOf, minute, morning, sampleLimits } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const single = page.getByLabelText('Single-payment limit, USD');
const total = page.getByLabelText('Daily limit, USD');
const payments = page.getByLabelText('Payments a day');
const save = page.getByRole('button', { name: 'Save' });
const wait = page.getByRole('switch', { name: 'Always wait a day for new addresses' });

const usual = sampleLimits().values;
const raised = { ...usual, single: '50', total: '200', payments: 10 };
const waiting = sampleLimits({ pending: { ...raised, effectiveAt: morning + day } });

describe('the limits', () => {
  it('show what holds and what was used since the last code', async () => {
    answers({
      'user/limit/get': sampleLimits({ used: { usd: '18.4', payments: 2, since: morning - hour } }),
    });
    await openPage(paths.walletLimit());
    await expect.element(single).toHaveValue('30');
    await expect.element(total).toHaveValue('100');
    await expect.element(payments).toHaveValue('5');
    await expect
      .element(page.getByText(/18\.40? of .*100.*, 2 of 5 payments since your last code, \d\d:\d\d/))
      .toBeVisible();
  });

  it('are sent as they are typed, and hold at once where they are narrower', async () => {
    answers({ 'user/limit/set': sampleLimits({ values: { ...usual, single: '20' } }) });
    await openPage(paths.walletLimit());
    await single.fill('20');
    await save.click();
    await expect.element(page.getByText('Saved. The new limits apply now.')).toBeVisible();
    expect(callsOf('user/limit/set')).toMatchObject([
      { single: '20', total: '100', payments: 5, alwaysWait: false },
    ]);
    await expect.element(single).toHaveValue('20');
  });

  it.for([
    ['200', '100', '5', total, 'The daily limit cannot be below the single-payment limit'],
    ['30', '2000.01', '5', total, 'At most $2,000.00 a day at your level'],
    ['1.234', '100', '5', single, 'Enter an amount in dollars and cents'],
    ['30', '100', '51', payments, 'From 1 to 50'],
    ['30', '100', '0', payments, 'From 1 to 50'],
  ] as const)('of %s, %s and %s are not sent', async ([one, all, many, field, words]) => {
    await openPage(paths.walletLimit());
    await single.fill(one);
    await total.fill(all);
    await payments.fill(many);
    await save.click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('user/limit/set')).toEqual([]);
  });

  it('ask for a code where they are wider, and wait a day', async () => {
    answers({
      'user/limit/set': ({ verify }) =>
        verify === undefined ? new Refusal('verification_required', { methods: ['email'] }) : waiting,
      'verify/start': {
        challengeId: idOf(951),
        masked: 'al***@example.com',
        expires: morning + 10 * minute,
        summary: { currency: null, amount: null, fee: null, payee: null, chain: null },
      },
    });
    await openPage(paths.walletLimit());
    await single.fill('50');
    await total.fill('200');
    await payments.fill('10');
    await save.click();
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await expect.element(page.getByText('Cancel the change')).toBeVisible();
    expect(callsOf('verify/start')).toMatchObject([
      { kind: 'user/limit/set', subject: { single: '50', total: '200', payments: 10, alwaysWait: false } },
    ]);
    await expect.element(single).toHaveValue('30');
  });

  it('say a "no" beside its field', async () => {
    answers({ 'user/limit/set': new Refusal('limit_above_level', { max: '125' }, 'total') });
    await openPage(paths.walletLimit());
    await save.click();
    await expect.element(total).toHaveAttribute('aria-invalid', 'true');
  });

  it('cannot be saved while the server is not reached', async () => {
    await openPage(paths.walletLimit());
    await expect.element(single).toHaveValue('30');
    window.dispatchEvent(new Event('offline'));
    await expect.element(save).toBeDisabled();
    await expect.element(wait).toBeDisabled();
  });
});

describe('limits that wait', () => {
  it('stand beside those that hold, with the time that is left, and can be called off', async () => {
    answers({ 'user/limit/get': waiting, 'user/limit/cancel': sampleLimits() });
    await openPage(paths.walletLimit());
    await expect.element(page.getByText(/30.*\s\/\s.*100.* · 5\spayments/)).toBeVisible();
    await expect.element(page.getByText(/50.*\s\/\s.*200.* · 10\spayments/)).toBeVisible();
    await expect.element(page.getByRole('timer')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the change' }).click();
    await expect
      .element(page.getByText('The change is cancelled. Your limits stay as they are.'))
      .toBeVisible();
    await expect.element(page.getByRole('timer')).not.toBeInTheDocument();
  });

  it('hold from their moment on, without asking anybody', async () => {
    answers({ 'user/limit/get': sampleLimits({ pending: { ...raised, effectiveAt: morning - minute } }) });
    await openPage(paths.walletLimit());
    await expect.element(single).toHaveValue('50');
    await expect.element(page.getByRole('timer')).not.toBeInTheDocument();
  });
});

describe('the way and the switch', () => {
  it('leads whoever has nothing strong to it, and back', async () => {
    await openPage(paths.walletLimit());
    await expect
      .element(page.getByRole('link', { name: 'Bind an authenticator app for stronger protection' }))
      .toHaveAttribute('href', '/pages/googleauth/googleauth?back=%2Fpages%2Fuser%2Fwalletlimit');
  });

  it('offers first what was chosen', async () => {
    answers({
      'user/limit/get': sampleLimits({ methods: ['google', 'email'] }),
      'user/limit/set': sampleLimits(),
    });
    await openPage(paths.walletLimit());
    await page.getByRole('radio', { name: 'Authenticator app' }).click({ force: true });
    await save.click();
    await expect.poll(() => callsOf('user/limit/set')).toMatchObject([{ method: 'google' }]);
  });

  it.for([paths.walletLimit(), paths.payees()])('waits always, at once, on %s', async (address) => {
    const on = { ...usual, alwaysWait: true };
    answers({ 'user/limit/set': sampleLimits({ values: on }) });
    await openPage(address);
    await wait.click({ force: true });
    await expect.element(wait).toBeChecked();
    expect(callsOf('user/limit/set')).toMatchObject([{ single: '30', alwaysWait: true }]);
  });
});
