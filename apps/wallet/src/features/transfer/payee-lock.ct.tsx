/** A new address: the form says how much goes there and from when on any amount does, before anybody is refused. */
import { Refusal } from '@marigold/contract/endpoint';
import { minuteMs } from '@marigold/money/spans';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf } from '../../../testing/answers.ts';
import { saying } from '../../../testing/look.ts';
import { hour, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const until = morning + 3 * hour;
const notBegun =
  'New address: up to 30 USD now; a larger amount 24 hours after your first try or after saving it.';
const begun = /New address\. From \d\d:00 any amount; until then up to 30\sUSD at once\. Time left: /;
const amount = page.getByLabelText('Amount', { exact: true });
const password = page.getByLabelText('Payment password', { exact: true });
const timer = page.getByRole('timer').filter({ hasText: /^\d\d:\d\d:\d\d$/ });

const known = (payeeLock: { until: number | null; single: string; canBind: boolean } | null) =>
  ({
    address,
    checksum: 'good',
    internal: null,
    isContract: false,
    lookAlike: null,
    payee: null,
    payeeLock,
  }) as const;

beforeEach(() => {
  answers({
    'payee/check': known({ until: null, single: '30', canBind: false }),
    'transfer/quote': (input) => ({
      quoteId: idOf(960),
      currency: input.currency,
      chain: input.chain,
      address,
      amount: input.amount,
      fee: '2',
      receipt: String(Number(input.amount) - 2),
      internal: null,
      minutes: 5,
      warnings: [],
      payeeLock: { until: null, single: '30', canBind: false },
      expires: morning + minuteMs,
    }),
    'transfer/submit': new Refusal('payee_locked', { until, single: '30' }, 'amount'),
  });
});

async function openForm(): Promise<void> {
  await openPage(paths.transfer({ currency: 'USDT', chain: 'eth', address, amount: '250' }));
  await pass(500);
}

it('is named in the form before anything is sent, with when its day begins', async () => {
  await openForm();
  await expect.element(page.getByText(notBegun)).toBeVisible();
});

it('counts down in the form, and is no longer named once its day is over', async () => {
  answers({ 'payee/check': known({ until, single: '30', canBind: false }) });
  await openForm();
  await expect.element(page.getByText(begun)).toBeVisible();
  await expect.element(timer).toHaveTextContent('02:59:59');
  vi.setSystemTime(until);
  await pass(minute);
  await expect.poll(() => page.getByText(begun).elements()).toEqual([]);
});

it('that was paid before is not named at all', async () => {
  answers({ 'payee/check': known(null) });
  await openForm();
  await expect.element(page.getByText('The address is written correctly')).toBeVisible();
  expect(page.getByText(/New address/).elements()).toEqual([]);
});

it('is named beside what is approved; the refused order says until when, and so does the form from then on', async () => {
  await openForm();
  await page.getByLabelText('Enter the amount again', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect.element(page.getByRole('dialog').getByText(notBegun)).toBeVisible();
  answers({ 'payee/check': known({ until, single: '30', canBind: false }) });
  await password.fill('135790');
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  await expect.element(amount).toHaveAccessibleDescription(saying('Nothing was sent'));
  await expect.element(page.getByText(begun)).toBeVisible();
  await amount.fill('20');
  await expect.element(page.getByText(begun)).toBeVisible();
  expect(callsOf('transfer/submit')).toMatchObject([{ quoteId: idOf(960), payPassword: '135790' }]);
});

it('is opened at once by an authenticator app, whose page comes back to this form', async () => {
  answers({ 'payee/check': known({ until: null, single: '30', canBind: true }) });
  await openForm();
  const here = window.location.pathname + window.location.search;
  await expect
    .element(page.getByRole('link', { name: 'Bind an authenticator app and send at once' }).first())
    .toHaveAttribute(
      'href',
      `/pages/googleauth/googleauth?${new URLSearchParams({ back: here }).toString()}`,
    );
});
