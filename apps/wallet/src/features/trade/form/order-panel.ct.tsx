/** The order form on the page of one market: when it takes an order, and what it says when it does not. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, noAnswer } from '../../../../testing/answers.ts';
import { fallSilent, showBook } from '../../../../testing/line.ts';
import { hour, idOf, market, morning, sampleTradeConfig } from '../../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../../testing/screen.tsx';
import type { BookLevels } from '../../../domain/market/book.ts';
import { staleAfterMs } from '../../../domain/market/use-book.ts';
import { paths } from '../../../lib/route/paths.ts';

const buy = page.getByRole('button', { name: 'Buy BTC', exact: true });
const price = page.getByLabelText('Price in USDT', { exact: true });
const amount = page.getByLabelText('Amount in BTC', { exact: true });
const total = page.getByLabelText('Total in USDT', { exact: true });

const book: BookLevels = { bids: [['59990', '1']], asks: [['60010', '1']] };

async function openDesk(setup: ScreenSetup = {}): Promise<void> {
  showBook('BTC_USDT', book);
  await openPage(paths.trade({ pair: 'BTC_USDT' }), setup);
}

describe('the button of the order form', () => {
  it('is off while the book is stale, says why, and is on again with the next word of the market', async () => {
    await openDesk();
    await expect.element(buy).toBeEnabled();
    fallSilent('BTC_USDT');
    await pass(staleAfterMs);
    await expect.element(buy).toBeDisabled();
    await expect
      .element(buy)
      .toHaveAccessibleDescription(
        'The prices are out of date. You can place orders once they are live again.',
      );
    showBook('BTC_USDT', book);
    await expect.element(buy).toBeEnabled();
  });

  it('is off until the first prices have come', async () => {
    await openPage(paths.trade({ pair: 'BTC_USDT' }));
    await expect.element(buy).toBeDisabled();
    await expect.element(buy).toHaveAccessibleDescription('Loading prices.');
    showBook('BTC_USDT', book);
    await expect.element(buy).toBeEnabled();
  });

  it.for([
    ['locked', 'This market takes no new orders right now; open orders can be cancelled.'],
    ['disabled', 'This market is closed right now: orders are neither taken nor cancelled.'],
  ] as const)('is off in a market that is %s', async ([state, reason]) => {
    answers({ 'market/list': { time: 0, list: [market({ state })] } });
    await openDesk();
    await expect.element(buy).toBeDisabled();
    await expect.element(buy).toHaveAccessibleDescription(reason);
  });

  it('is off for a limit order at 200 open orders of 200, and not for a market order', async () => {
    answers({ 'trade/config': sampleTradeConfig({ openOrders: 200, openOrdersMax: 200 }) });
    await openDesk({ size: 'desktop' });
    await expect
      .element(buy)
      .toHaveAccessibleDescription(
        'You have reached the maximum of 200 open orders in this market. Cancel one first.',
      );
    await page.getByRole('radio', { name: 'Market' }).click();
    await expect.element(buy).toBeEnabled();
  });

  it('leads a visitor to logging in', async () => {
    await openDesk({ as: 'visitor' });
    await expect
      .element(page.getByRole('link', { name: 'Log in to trade' }))
      .toHaveAttribute('href', expect.stringContaining('/pages/login/login?back='));
  });
});

describe('the fields of the order form', () => {
  it('say what is missing only when the order is asked for, and take the focus', async () => {
    await openDesk();
    await expect.element(amount).not.toHaveAttribute('aria-invalid', 'true');
    await buy.click();
    await expect.element(page.getByText('Enter an amount.')).toBeVisible();
    await expect.element(amount).toHaveFocus();
    expect(callsOf('trade/submit')).toEqual([]);
  });

  it.for([
    ['below the smallest total', '60000', '0.0001', 'One order must be worth at least 10 USDT.'],
    ['above what is available', '60000', '0.02', 'You have only 1,000.00 USDT available.'],
    ['finer than the lot', '60000', '0.000001', 'At most 5 decimals.'],
    ['outside the band', '70000', '0.01', 'Enter a price from 54,000 to 61,200, near the index price.'],
    ['not a number', '60000', '1x', 'Enter only digits and one decimal sign.'],
  ] as const)('say what is %s', async ([, atPrice, wanted, words]) => {
    await openDesk();
    await price.fill(atPrice);
    await amount.fill(wanted);
    await buy.click();
    await expect.element(page.getByText(words)).toBeVisible();
    expect(callsOf('trade/submit')).toEqual([]);
  });

  it('say what price and amount come to, and the other way round', async () => {
    await openDesk();
    await price.fill('60000');
    await amount.fill('0.01');
    await expect.element(total).toHaveValue('600');
    await total.fill('300');
    await expect.element(amount).toHaveValue('0.005');
  });

  it('lead to recharging where there is too little', async () => {
    await openDesk();
    await amount.fill('1');
    await buy.click();
    await expect.element(page.getByRole('link', { name: /recharge/i })).toBeVisible();
  });
});

describe('an order', () => {
  async function fillIn(): Promise<void> {
    await openDesk();
    await price.fill('60000');
    await amount.fill('0.01');
  }
  const placed = {
    orderId: idOf(501),
    status: 'wait',
    filled: '0',
    filledTotal: '0',
    average: null,
  } as const;

  it('is sent once however often the button is tapped, and says that it waits in the book', async () => {
    const late = held('trade/submit');
    answers({ 'trade/submit': late.promise });
    await fillIn();
    await buy.click();
    const busy = page.getByRole('button', { name: 'Placing' });
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    await busy.click({ force: true });
    late.resolve(placed);
    await expect.element(page.getByText('Order placed. It waits in the book.')).toBeVisible();
    expect(callsOf('trade/submit')).toMatchObject([
      { symbol: 'BTC_USDT', side: 'buy', type: 'limit', price: '60000', amount: '0.01' },
    ]);
    await expect.element(amount).toHaveValue('');
  });

  it('without an answer is sent again as the very same one', async () => {
    answers({ 'trade/submit': noAnswer });
    await fillIn();
    await buy.click();
    await expect
      .element(page.getByText(/We got no answer, so the order may or may not have been placed/))
      .toBeVisible();
    answers({ 'trade/submit': placed });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Order placed. It waits in the book.')).toBeVisible();
    const [first, second] = callsOf('trade/submit');
    expect(second).toEqual(first);
  });

  const sheet = page.getByRole('dialog', { name: 'Start trading' });

  it('that is the first of a login asks for the payment password once, and is then placed by itself', async () => {
    answers({
      'trade/submit': new Refusal('trade_confirm'),
      'trade/confirm': new Refusal('payment_password_incorrect', { left: 4 }, 'payPassword'),
    });
    await fillIn();
    await buy.click();
    await sheet.getByLabelText('Payment password').fill('111111');
    await expect.element(sheet.getByText(/4 tries left|4 more tries|wrong/i).first()).toBeVisible();
    expect(callsOf('trade/submit')).toHaveLength(1);
    answers({ 'trade/submit': placed, 'trade/confirm': {} });
    await sheet.getByLabelText('Payment password').fill('258036');
    await expect.element(page.getByText('Order placed. It waits in the book.')).toBeVisible();
    await expect.poll(() => sheet.elements()).toEqual([]);
    expect(callsOf('trade/confirm')).toEqual([{ payPassword: '111111' }, { payPassword: '258036' }]);
    expect(callsOf('trade/submit')).toHaveLength(2);
    await expect.element(amount).toHaveValue('');
  });

  it('is kept in the form when the payment password is not entered', async () => {
    answers({ 'trade/submit': new Refusal('trade_confirm') });
    await fillIn();
    await buy.click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => sheet.elements()).toEqual([]);
    await expect.element(amount).toHaveValue('0.01');
    expect(callsOf('trade/confirm')).toEqual([]);
  });

  it('of somebody without a payment password leads to setting one, and back to this market', async () => {
    answers({ 'trade/submit': new Refusal('trade_confirm') });
    showBook('BTC_USDT', book);
    await openPage(paths.trade({ pair: 'BTC_USDT' }), { as: { hasPayPassword: false } });
    await price.fill('60000');
    await amount.fill('0.01');
    await buy.click();
    const link = sheet.getByRole('link', { name: 'Set payment password' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/walletpassword\?back=.*BTC_USDT/));
  });

  const tooMuch = new Refusal('trade_limit', { limit: '20', more: '20', currency: 'USDT' });
  const challenge = {
    challengeId: idOf(952),
    masked: 'a***@example.com',
    expires: morning + hour,
    summary: { currency: 'USDT', amount: '20', payee: 'BTC/USDT', chain: null, fee: null },
  };

  it('that would give away too much asks for a code that names the sum, and is then placed by itself', async () => {
    answers({
      'trade/submit': tooMuch,
      'trade/allow': new Refusal('verification_required', { methods: ['email'] }),
      'verify/start': challenge,
    });
    await fillIn();
    await buy.click();
    await expect
      .element(page.getByText(/your orders of 24 hours .* would give away more than/))
      .toBeVisible();
    await page.getByRole('button', { name: /^Allow .*20.* more$/ }).click();
    const code = page.getByRole('dialog', { name: 'Allow a worse price' });
    await expect.element(code.getByText(/orders in BTC\/USDT may give away .*20/)).toBeVisible();
    expect(callsOf('verify/start')).toEqual([
      { kind: 'trade/allow', subject: { symbol: 'BTC_USDT', amount: '20' }, method: 'email' },
    ]);
    answers({
      'trade/submit': placed,
      'trade/allow': { allowanceId: idOf(953), until: morning + 24 * hour },
    });
    await code.getByRole('textbox').fill('123456');
    await expect.element(page.getByText('Order placed. It waits in the book.')).toBeVisible();
    await expect.poll(() => code.elements()).toEqual([]);
    expect(callsOf('trade/allow').at(-1)).toMatchObject({
      symbol: 'BTC_USDT',
      amount: '20',
      verify: { challengeId: idOf(952), code: '123456' },
    });
    expect(callsOf('trade/submit')).toHaveLength(2);
    await expect.element(amount).toHaveValue('');
  });

  it('that may give away nothing, because its worth is not known, offers no code', async () => {
    answers({ 'trade/submit': new Refusal('trade_limit', { limit: '0', more: '0', currency: 'USDT' }) });
    await fillIn();
    await buy.click();
    await expect.element(page.getByText(/Nothing was placed/)).toBeVisible();
    expect(page.getByRole('button', { name: /^Allow/ }).elements()).toEqual([]);
  });

  it('cannot be placed while trading is paused, which is said with its end', async () => {
    await openDesk({
      as: {
        freezes: [{ area: 'trade', reason: 'passwordReset', until: morning + 5 * hour, liftedBy: 'time' }],
      },
    });
    await expect.element(buy).toBeDisabled();
    await expect
      .element(buy)
      .toHaveAccessibleDescription(
        'Trading is paused until 2026-11-23 15:00:00. Your balance is safe; open orders can be cancelled.',
      );
  });

  it('that is refused keeps what was typed, with the words at the field it is about', async () => {
    answers({
      'trade/submit': new Refusal('insufficient_balance', { available: '1000', currency: 'USDT' }, 'amount'),
    });
    await fillIn();
    await buy.click();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amount).toHaveValue('0.01');
  });
});
