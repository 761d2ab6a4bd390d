/** An application that waits for its payment: whose identity it is for, then paid once with password and code. */
import { Refusal } from '@marigold/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answers, callsOf, held, noAnswer, UnservedAnswer } from '../../../../testing/answers.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions, saying, valueOf } from '../../../../testing/look.ts';
import { cardPrices, paidCard, sampleApplication, sampleCardOrder } from '../../../../testing/sample-card.ts';
import { kycRecord, sampleAuthNo } from '../../../../testing/sample-kyc.ts';
import { assets, balance, hour, idOf, morning, sampleFreeze } from '../../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../../testing/screen.tsx';
import { paths } from '../../../lib/route/paths.ts';

const ready = { kycLevel: 2, hasGoogle: true, codesLeft: 10 };
const id = idOf(1401);
const order = paths.cardOrder({ id });
const progress = paths.cardApplication({ id });
const here = () => window.location.pathname + window.location.search;
const linked = sampleApplication({ authNo: sampleAuthNo });
const own = kycRecord({
  status: 'notBound',
  use: 'notUsed',
  review: 'approved',
  maskedName: 'A*** K***',
});
const paid = sampleApplication(paidCard('submitting'));

async function openOrder(setup: ScreenSetup = {}): Promise<void> {
  await openPage(order, { as: ready, ...setup });
}

describe('the identity of a card', () => {
  const link = page.getByRole('button', { name: /^(Link this identity|Linking)/ });
  const other = { ...own, authNo: 'MK-8Q2M9XH4T1', maskedName: 'B*** K***' };

  it('is chosen among those that can be linked, and linked once', async () => {
    const late = held('card/apply/complete');
    answers({
      'kyc/list': { list: [own, other, { ...own, authNo: 'MK-9Q2M9XH4T2', review: 'draft' }], next: null },
      'card/apply/complete': late.promise,
    });
    await openOrder();
    await expect.element(link).toBeDisabled();
    expect(page.getByRole('radio', { name: /MK-9Q2M9XH4T2/ }).elements()).toEqual([]);
    await page.getByRole('radio', { name: /MK-8Q2M9XH4T1/ }).click();
    await link.click();
    await expect.element(link).toHaveAttribute('aria-busy', 'true');
    await link.click({ force: true });
    answers({ 'card/order/detail': linked });
    late.resolve({ ...sampleCardOrder({ authNo: other.authNo }), missing: [] });
    await expect.element(page.getByText('Linked to this card')).toBeVisible();
    expect(callsOf('card/apply/complete')).toMatchObject([{ applicationId: id, authNo: 'MK-8Q2M9XH4T1' }]);
    expect(callsOf('card/apply/complete')).toHaveLength(1);
    expect(callsOf('kyc/list')[0]).toMatchObject({ status: 'notBound', use: 'notUsed' });
  });

  it('that is the only one is chosen already', async () => {
    answers({ 'kyc/list': { list: [own], next: null } });
    await openOrder();
    await expect.element(link).toBeEnabled();
    await expect.element(page.getByRole('radio', { name: /A\*\*\* K\*\*\*/ })).toBeChecked();
  });

  it('that nobody has leads to the check', async () => {
    await openOrder();
    await expect.element(page.getByText('No verified identity is free')).toBeVisible();
    expect(mainActions()).toEqual([['Verify identity', paths.kyc()]]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it.for([
    ['level_too_low', { level: 3 }, /^This card needs an identity of level 3/],
    ['record_used', {}, /^This identity is linked already/],
  ] as const)('that cannot be linked says why beneath it: %s', async ([refusal, facts, words]) => {
    answers({
      'kyc/list': { list: [own], next: null },
      'card/apply/complete': new Refusal(refusal, facts),
    });
    await openOrder();
    await link.click();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  });
});

describe('an application that is to be paid', () => {
  it('says what is ordered, where it goes, and until when it can be paid', async () => {
    answers({ 'card/order/detail': linked });
    await openOrder();
    await expect.poll(() => valueOf('Name on the card')).toBe('ANNA KOVALEVA');
    expect(valueOf('By mail')).toBe('Anna Kovaleva, Invalidenstr. 1, 10115, Berlin, Germany');
    expect(valueOf('Pay by')).toBe('2026-11-30 09:00');
    await expect.element(page.getByText('Mailed within 30 days')).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
  });

  it.for([
    ['a payment password', { hasPayPassword: false }, 'Set now', paths.paymentPassword({ back: order })],
    ['two-step verification', { hasGoogle: false }, 'Bind now', paths.googleAuth({ back: order })],
  ] as const)('needs %s before it is paid, and leads there and back', async ([, as, words, to]) => {
    answers({ 'card/order/detail': linked });
    await openOrder({ as: { ...ready, ...as } });
    await expect.poll(() => mainActions()).toEqual([[words, to]]);
  });

  it('cannot be paid while cards are frozen', async () => {
    answers({ 'card/order/detail': linked });
    await openOrder({ as: { ...ready, freezes: [sampleFreeze({ area: 'card', until: morning + hour })] } });
    await expect.element(page.getByRole('button', { name: saying('Pay 100.00 USDT') })).toBeDisabled();
    await expect.element(page.getByText(/^Your cards are paused until/).first()).toBeVisible();
  });

  it('that was paid elsewhere is about its progress', async () => {
    answers({ 'card/order/detail': paid });
    await openOrder();
    await expect.poll(here).toBe(progress);
  });

  it('is cancelled after one question', async () => {
    answers({ 'card/apply/cancel': { applicationId: id, isRefunded: false } });
    await openOrder();
    await page.getByRole('button', { name: 'Cancel application' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/^Nothing was charged/)).toBeVisible();
    answers({
      'card/order/detail': sampleApplication({
        progress: 'closed',
        lastKnown: 'closed',
        reason: 'cancelled',
        canCancel: false,
        expires: null,
        prices: [],
      }),
    });
    await dialog.getByRole('button', { name: 'Cancel application' }).click();
    await expect.element(page.getByText('You cancelled it.')).toBeVisible();
    expect(here()).toBe(progress);
    expect(callsOf('card/apply/cancel')).toMatchObject([{ applicationId: id }]);
  });

  it('that is of nobody here says so', async () => {
    answers({ 'card/order/detail': new UnservedAnswer(404, 'not_found') });
    await openOrder();
    await expect.element(page.getByRole('heading', { name: 'No such application' })).toBeVisible();
  });
});

describe('paying for a card', () => {
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabelText('Payment password', { exact: true });
  const code = dialog.getByLabelText('Verification code', { exact: true });
  const answer = { ...sampleCardOrder(paidOrder()), billId: idOf(301) };

  function paidOrder() {
    const { missing: _m, canCancel: _c, billId: _b, timeline: _t, ...rest } = paidCard('submitting');
    return rest;
  }

  beforeEach(() => answers({ 'card/order/detail': linked }));

  async function openSheet(words = 'Pay 100.00 USDT'): Promise<void> {
    await openOrder();
    await page.getByRole('button', { name: saying(words) }).click();
    await expect.element(password).toBeVisible();
  }

  async function approve(): Promise<void> {
    await password.fill('246810');
    await code.fill('123456');
  }

  it('shows what is paid and to whom, pays once, and goes on to the progress', async () => {
    const late = held('card/order/pay');
    answers({ 'card/order/pay': late.promise });
    await openSheet();
    await expect.element(dialog.getByText(saying('100.00 USDT'))).toBeVisible();
    await expect.element(dialog.getByText('MUSE platinum')).toBeVisible();
    await expect.element(dialog.getByText('Cards Demo')).toBeVisible();
    await approve();
    await expect.element(dialog.getByText('Paying')).toBeVisible();
    await userEvent.keyboard('123456');
    answers({ 'card/order/detail': paid });
    late.resolve(answer);
    await expect.poll(here).toBe(progress);
    await expect.element(page.getByText('Paid. The card company is asked now.')).toBeVisible();
    expect(callsOf('card/order/pay')).toMatchObject([
      { applicationId: id, currency: 'USDT', amount: '100', payPassword: '246810', google: '123456' },
    ]);
  });

  it('at another price than was seen pays nothing, and shows the new one', async () => {
    answers({ 'card/order/pay': new Refusal('price_changed', { amount: '120', currency: 'USDT' }) });
    await openSheet();
    answers({ 'card/order/detail': { ...linked, prices: cardPrices('120') } });
    await approve();
    await expect.element(page.getByRole('alert').getByText(saying('The price is now 120'))).toBeVisible();
    await expect.element(page.getByRole('button', { name: saying('Pay 120.00 USDT') })).toBeVisible();
    answers({ 'card/order/pay': answer });
    await page.getByRole('button', { name: saying('Pay 120.00 USDT') }).click();
    await approve();
    await expect.poll(() => callsOf('card/order/pay')).toMatchObject([{ amount: '100' }, { amount: '120' }]);
  });

  it('in another currency names its balance and sends it', async () => {
    answers({
      'card/order/pay': answer,
      'wallet/asset/list': assets(
        balance({ available: '3' }),
        balance({ currency: 'USD', name: 'US dollar', available: '250' }),
      ),
    });
    await openOrder();
    await expect
      .element(page.getByRole('radio', { name: saying('100.00 USD Balance 250.00') }))
      .toBeChecked();
    await page.getByRole('button', { name: saying('Pay 100.00 USD') }).click();
    await approve();
    await expect.poll(() => callsOf('card/order/pay')).toMatchObject([{ currency: 'USD', amount: '100' }]);
  });

  it('with a wrong password asks for it again; with a wrong code for the code alone', async () => {
    answers({ 'card/order/pay': new Refusal('payment_password_incorrect', { left: 4 }) });
    await openSheet();
    await approve();
    await expect.element(dialog.getByText(/payment password is incorrect.* 4 tries left/)).toBeVisible();
    answers({ 'card/order/pay': new Refusal('code_incorrect', { left: 2 }) });
    await approve();
    await expect.element(dialog.getByText('Verification code is incorrect. 2 tries left.')).toBeVisible();
    expect(password.elements()).toEqual([]);
    answers({ 'card/order/pay': answer });
    await code.fill('654321');
    await expect
      .poll(() => callsOf('card/order/pay'))
      .toMatchObject([{}, {}, { payPassword: '246810', google: '654321' }]);
  });

  it.for([
    ['the server says so', assets(balance())],
    ['the balance says so', assets(balance({ available: '99.99' }))],
  ] as const)('without enough money leads to a recharge: %s', async ([why, balances]) => {
    answers({
      'wallet/asset/list': balances,
      'card/order/pay': new Refusal('insufficient_balance', {}),
    });
    await openOrder();
    await page.getByRole('button', { name: saying('Pay 100.00 USDT') }).click();
    if (why === 'the server says so') await approve();
    await expect.element(page.getByText('Insufficient wallet balance, please recharge first')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Go recharge' }))
      .toHaveAttribute('href', paths.receive({ currency: 'USDT' }));
    expect(callsOf('card/order/pay')).toHaveLength(why === 'the server says so' ? 1 : 0);
  });

  it('without an answer says so on the page too, and is sent again as the same payment', async () => {
    answers({ 'card/order/pay': noAnswer });
    await openSheet();
    await approve();
    const words = /^No answer came, so the payment may have gone through/;
    await expect.element(dialog.getByText(words)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    answers({ 'card/order/pay': new Refusal('already_applied', { id }) });
    await page.getByRole('button', { name: saying('Pay 100.00 USDT') }).click();
    answers({ 'card/order/detail': paid });
    await approve();
    await expect.poll(here).toBe(progress);
    const ids = callsOf('card/order/pay').map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('waits while there is no network, and says so', async () => {
    await openOrder();
    window.dispatchEvent(new Event('offline'));
    await expect.element(page.getByRole('button', { name: saying('Pay 100.00 USDT') })).toBeDisabled();
    await expect.element(page.getByText('You can go on when you are back online.').first()).toBeVisible();
  });
});
