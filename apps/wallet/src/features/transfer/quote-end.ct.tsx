/** A transfer over a chain whose quote ends while it is being approved: nothing is lost, nothing is sent on old terms. */
import { Refusal } from '@marigold/contract/endpoint';
import { minuteMs } from '@marigold/money/spans';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer, type Script } from '../../../testing/answers.ts';
import { idOf, morning } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const password = page.getByLabelText('Payment password', { exact: true });
const code = page.getByLabelText(/code/i);
const ended = page.getByRole('heading', { name: 'The quote has expired' });
const another = page.getByRole('button', { name: 'Get a new quote' });

let quotes = 0;
let fee = '2';

const quote: Script['transfer/quote'] = ({ currency, chain, amount }) => ({
  quoteId: idOf(960 + (quotes += 1)),
  currency,
  chain,
  address,
  amount,
  fee,
  receipt: String(Number(amount) - Number(fee)),
  internal: null,
  minutes: 5,
  warnings: [],
  payeeLock: null,
  expires: morning + minuteMs,
});

beforeEach(() => {
  quotes = 0;
  fee = '2';
  answers({
    'payee/check': {
      address,
      checksum: 'good',
      internal: null,
      isContract: false,
      lookAlike: null,
      payee: null,
      payeeLock: null,
    },
    'transfer/quote': quote,
    'transfer/submit': ({ verify }) =>
      verify === undefined
        ? new Refusal('verification_required', { methods: ['email'] })
        : { billId: idOf(301), status: 'waiting' },
    'verify/start': {
      challengeId: idOf(951),
      masked: 'al***@example.com',
      expires: morning + 10 * minuteMs,
      summary: { currency: 'USDT', amount: '25', fee, payee: address, chain: 'eth' },
    },
  });
});

async function openSheet(): Promise<void> {
  await openPage(paths.transfer({ currency: 'USDT', chain: 'eth', address, amount: '25' }));
  await pass(500);
  await page.getByLabelText('Enter the amount again', { exact: true }).fill('25');
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await expect.element(password).toBeVisible();
}

/** Up to the sheet that asks for the code. */
async function openCode(): Promise<void> {
  await openSheet();
  await password.fill('135790');
  await expect.element(code).toBeVisible();
}

describe('the minute of a quote', () => {
  it('ends under the password, which is then asked for on new terms', async () => {
    await openSheet();
    await pass(minuteMs);
    await expect.element(ended).toBeVisible();
    expect(password.elements()).toEqual([]);
    fee = '3';
    await another.click();
    await expect.element(password).toBeVisible();
    await expect.element(page.getByText('22.00 USDT')).toBeVisible();
    expect(callsOf('transfer/submit')).toEqual([]);
  });

  it('ends under the code, which still approves the same on a new quote', async () => {
    await openCode();
    await pass(minuteMs);
    await expect.element(ended).toBeVisible();
    await another.click();
    await code.fill('246810');
    await expect.poll(() => callsOf('transfer/submit')).toHaveLength(2);
    expect(callsOf('transfer/submit')).toMatchObject([
      { quoteId: idOf(961), payPassword: '135790' },
      { quoteId: idOf(962), payPassword: '135790', verify: { challengeId: idOf(951), code: '246810' } },
    ]);
    expect(callsOf('verify/start')).toHaveLength(1);
  });

  it('asks for the password anew where the terms are others', async () => {
    await openCode();
    await pass(minuteMs);
    fee = '3';
    await another.click();
    await expect.element(password).toBeVisible();
    expect(callsOf('transfer/submit')).toHaveLength(1);
  });

  it('stays where it is and says that no new quote came', async () => {
    await openSheet();
    await pass(minuteMs);
    answers({ 'transfer/quote': noAnswer });
    await another.click();
    await expect.element(page.getByRole('status').filter({ hasText: /network/i })).toBeVisible();
    await expect.element(ended).toBeVisible();
  });

  it('leads back to the form with the reason why there is no new quote', async () => {
    await openSheet();
    await pass(minuteMs);
    answers({ 'transfer/quote': new Refusal('address_is_ours', {}, 'address') });
    await another.click();
    await expect
      .element(page.getByRole('textbox', { name: 'To', exact: true }))
      .toHaveAttribute('aria-invalid', 'true');
    await expect.element(ended).not.toBeInTheDocument();
  });

  it('is over when the server says so', async () => {
    answers({ 'transfer/submit': new Refusal('quote_expired') });
    await openSheet();
    await password.fill('135790');
    await expect.element(ended).toBeVisible();
  });
});
