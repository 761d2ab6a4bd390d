/** An order of a check: made once, paid once with password and code, cancelled, overdue, and what came of it. */
import { Refusal } from '@marigold/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answers, callsOf, held, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { linksOf, mainActions, saying, timeLeft, valueOf, visibleRows } from '../../../testing/look.ts';
import {
  kycOrder,
  kycProvider,
  paidKycOrder,
  sampleAuthNo,
  sampleKycConfig,
  sampleKycOrder,
  sampleKycStatus,
} from '../../../testing/sample-kyc.ts';
import { assets, balance, hour, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const bound = { hasGoogle: true, codesLeft: 10 };
const record = { record: sampleAuthNo };
const orderPage = paths.kycOrder({ id: idOf(1201) });

describe('ordering a check', () => {
  const create = page.getByRole('button', { name: /^(Order the check|Order and start|Ordering)/ });

  async function openOrders(setup: ScreenSetup = {}): Promise<void> {
    await openPage(paths.kycOrder(), { as: bound, ...setup });
  }

  it.for([
    ['a payment password', { ...bound, hasPayPassword: false }],
    ['two-step verification', {}],
  ] as const)('is shut without %s, and asks the server nothing', async ([, as]) => {
    await openPage(paths.kycOrder(), { as });
    await expect.poll(() => mainActions()).toHaveLength(1);
    expect(callsOf('kyc/status')).toEqual([]);
    expect(create.elements()).toEqual([]);
  });

  it('says before what it costs and what the fee pays for', async () => {
    await openOrders();
    await expect
      .element(page.getByText(/^The fee pays for the check, whatever its result\. It comes back/))
      .toBeVisible();
    expect(valueOf('Cost')).toBe('10.00 USDT / 10.00 USDC / 10.00 USD');
  });

  it('is sent once however often it is pressed, and goes on to its payment', async () => {
    const late = held('kyc/order/create');
    answers({ 'kyc/order/create': late.promise });
    await openOrders();
    await create.click();
    await expect.element(create).toHaveAttribute('aria-busy', 'true');
    await create.click({ force: true });
    late.resolve(kycOrder());
    await expect.element(page.getByRole('button', { name: saying('Pay 10.00 USDT') })).toBeVisible();
    expect(callsOf('kyc/order/create')).toMatchObject([{ purpose: 'system' }]);
    expect(window.location.search).toBe(`?id=${idOf(1201)}`);
  });

  it('for nothing goes on to the check at once', async () => {
    answers({
      'kyc/config': sampleKycConfig({ prices: [] }),
      'kyc/order/create': paidKycOrder({ prices: [] }),
    });
    await openOrders();
    await expect.element(page.getByText('This check costs nothing; you can start right away.')).toBeVisible();
    await create.click();
    await expect.poll(() => window.location.pathname + window.location.search).toBe(paths.kycThird(record));
  });

  it('that was refused says why, beside the button', async () => {
    answers({ 'kyc/order/create': new Refusal('closed_feature', {}) });
    await openOrders();
    await create.click();
    await expect.element(page.getByRole('alert').getByText(/^This is not available right now/)).toBeVisible();
  });

  it('that another order stands in the way of shows that one', async () => {
    answers({ 'kyc/order/create': new Refusal('order_open', {}) });
    await openOrders();
    answers({ 'kyc/status': sampleKycStatus({ nextStep: 'pay', order: kycOrder() }) });
    await create.click();
    await expect.element(page.getByRole('button', { name: saying('Pay 10.00 USDT') })).toBeVisible();
  });

  it('without an answer can be tried again as the same order', async () => {
    answers({ 'kyc/order/create': noAnswer });
    await openOrders();
    await create.click();
    await expect.element(page.getByText(/the same order is never made twice/)).toBeVisible();
  });

  it('waits where no company can check', async () => {
    answers({ 'kyc/config': sampleKycConfig({ providers: [kycProvider({ isOpen: false })] }) });
    await openOrders();
    await expect.element(create).toBeDisabled();
    await expect.element(page.getByText(/^No company can check right now/)).toBeVisible();
  });

  it('lists the orders of before', async () => {
    const earlier = kycOrder({
      orderId: idOf(1202),
      status: 'cancelled',
      expires: null,
      created: morning - hour,
    });
    answers({ 'kyc/order/list': { list: [earlier], next: null } });
    await openOrders();
    await expect
      .poll(() => visibleRows('Earlier orders'))
      .toEqual(['For your accountCancelled2026-11-23 09:00:0010.00 USDT / 10.00 USDC / 10.00 USD']);
    expect(linksOf('Earlier orders')[0]?.[1]).toBe(paths.kycOrder({ id: idOf(1202) }));
  });
});

describe('an order', () => {
  async function openOrder(
    more: Parameters<typeof sampleKycOrder>[0],
    setup: ScreenSetup = {},
  ): Promise<void> {
    answers({ 'kyc/order/detail': sampleKycOrder(more) });
    await openPage(orderPage, { as: bound, ...setup });
  }

  it.for([
    [
      'overdue',
      { status: 'overdue', expires: null },
      /^The time to pay has run out\. Nothing was charged/,
      'Order again',
      null,
    ],
    ['paid', paidKycOrder(), /^The check can begin/, 'Start the check', paths.kycThird(record)],
    [
      'approved',
      { ...paidKycOrder({ status: 'completed' }), result: 'approved' },
      /your identity is verified/,
      'See my verification',
      paths.myKyc(),
    ],
    [
      'refused',
      { ...paidKycOrder({ status: 'completed' }), result: 'final' },
      /your identity could not be verified/,
      'Contact us',
      paths.contact(),
    ],
    [
      'cancelled',
      { status: 'cancelled', expires: null },
      /^This order was cancelled\. Nothing was charged/,
      'Order again',
      null,
    ],
    [
      'refunded',
      { ...paidKycOrder({ status: 'cancelled' }), billId: idOf(301) },
      /What you paid is back in your balance/,
      'Order again',
      null,
    ],
  ] as const)(
    'that is %s says what became of the money and has one thing to do',
    async ([, more, words, action, to]) => {
      await openOrder(more);
      await expect.element(page.getByText(words)).toBeVisible();
      expect(mainActions()).toEqual([[action, to]]);
    },
  );

  it('that was paid shows its number, its history and its bill', async () => {
    await openOrder({
      ...paidKycOrder(),
      billId: idOf(301),
      timeline: [
        { status: 'pending', time: morning - minute },
        { status: 'paid', time: morning },
      ],
    });
    await expect.poll(() => valueOf('KYC number')).toContain(sampleAuthNo);
    expect(valueOf('Price')).toBe('10.00 USDT');
    const steps = [...document.querySelectorAll('.timeline li')].map((step) => step.textContent);
    expect(steps).toEqual(['Done: Pending payment09:59', 'Done: Paid10:00', 'To come: Completed']);
    await expect
      .element(page.getByRole('link', { name: 'See the bill' }))
      .toHaveAttribute('href', paths.billDetail(idOf(301)));
  });

  it('that is of nobody here says so', async () => {
    answers({ 'kyc/order/detail': new UnservedAnswer(404, 'not_found') });
    await openPage(orderPage, { as: bound });
    await expect.element(page.getByRole('heading', { name: 'No such order' })).toBeVisible();
  });

  it('whose time runs out while it is looked at is overdue, and can be ordered again', async () => {
    answers({ 'kyc/order/create': kycOrder({ orderId: idOf(1203), expires: morning + hour }) });
    await openOrder({ expires: morning + 5 * minute });
    await expect.poll(timeLeft).toMatch(/^(5:00|4:5\d)$/);
    await page.getByRole('button', { name: saying('Pay 10.00 USDT') }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await pass(5 * minute);
    await expect.element(page.getByText(/^The time to pay has run out/)).toBeVisible();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    answers({ 'kyc/order/detail': ({ orderId }) => sampleKycOrder({ orderId, expires: morning + hour }) });
    await page.getByRole('button', { name: 'Order again' }).click();
    await expect.element(page.getByRole('timer')).toBeVisible();
    expect(window.location.search).toBe(`?id=${idOf(1203)}`);
  });

  it('is cancelled after one question', async () => {
    answers({ 'kyc/order/cancel': { orderId: idOf(1201), status: 'cancelled' } });
    await openOrder({});
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Cancel this order?')).toBeVisible();
    expect(callsOf('kyc/order/cancel')).toEqual([]);
    answers({ 'kyc/order/detail': sampleKycOrder({ status: 'cancelled', expires: null }) });
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect.element(page.getByText(/^This order was cancelled/)).toBeVisible();
    expect(callsOf('kyc/order/cancel')).toMatchObject([{ orderId: idOf(1201) }]);
  });
});

describe('paying an order', () => {
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabelText('Payment password', { exact: true });
  const code = dialog.getByLabelText('Verification code', { exact: true });
  const paid = { orderId: idOf(1201), status: 'paid', authNo: sampleAuthNo, billId: idOf(301) } as const;

  beforeEach(() => answers({ 'kyc/status': sampleKycStatus({ nextStep: 'pay', order: kycOrder() }) }));

  async function openSheet(words = 'Pay 10.00 USDT'): Promise<void> {
    await openPage(paths.kycOrder(), { as: bound });
    await page.getByRole('button', { name: saying(words) }).click();
    await expect.element(password).toBeVisible();
  }

  async function approve(): Promise<void> {
    await password.fill('246810');
    await code.fill('123456');
  }

  it('shows what is paid and what for, asks for the password, then for the code, and pays once', async () => {
    const late = held('kyc/order/pay');
    answers({ 'kyc/order/pay': late.promise });
    await openSheet();
    await expect.element(dialog.getByText(saying('10.00 USDT'))).toBeVisible();
    await expect.element(dialog.getByText('Identity verification')).toBeVisible();
    await approve();
    await expect.element(dialog.getByText('Paying')).toBeVisible();
    await userEvent.keyboard('123456');
    answers({ 'kyc/order/detail': sampleKycOrder({ ...paidKycOrder(), billId: idOf(301) }) });
    late.resolve(paid);
    await expect.element(page.getByText('Paid. You can start the check.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Start the check' }))
      .toHaveAttribute('href', paths.kycThird(record));
    expect(callsOf('kyc/order/pay')).toMatchObject([
      { orderId: idOf(1201), currency: 'USDT', payPassword: '246810', google: '123456' },
    ]);
  });

  it('in another currency names its balance and sends it', async () => {
    answers({
      'kyc/order/pay': paid,
      'wallet/asset/list': assets(
        balance({ available: '3' }),
        balance({ currency: 'USD', name: 'US dollar', available: '25' }),
      ),
    });
    await openPage(paths.kycOrder(), { as: bound });
    await expect
      .element(page.getByRole('radio', { name: saying('10.00 USDT Balance 3.00') }))
      .toBeInTheDocument();
    await expect.element(page.getByRole('radio', { name: saying('10.00 USD Balance 25.00') })).toBeChecked();
    await page.getByRole('button', { name: saying('Pay 10.00 USD') }).click();
    await approve();
    await expect.poll(() => callsOf('kyc/order/pay')).toMatchObject([{ currency: 'USD' }]);
  });

  it('with a wrong password asks for it again, with the tries that are left, and the way to reset it', async () => {
    answers({ 'kyc/order/pay': new Refusal('payment_password_incorrect', { left: 4 }) });
    await openSheet();
    await approve();
    await expect
      .element(
        dialog.getByText(/^Sorry, your payment password is incorrect, please re-enter\. 4 tries left\.$/),
      )
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Forgot it?' })).toBeVisible();
    answers({ 'kyc/order/pay': paid });
    await approve();
    await expect.poll(() => callsOf('kyc/order/pay')).toHaveLength(2);
  });

  it('with a wrong code asks for the code alone again', async () => {
    answers({ 'kyc/order/pay': new Refusal('code_incorrect', { left: 2 }) });
    await openSheet();
    await approve();
    await expect.element(dialog.getByText('Verification code is incorrect. 2 tries left.')).toBeVisible();
    expect(password.elements()).toEqual([]);
    answers({ 'kyc/order/pay': paid });
    await code.fill('654321');
    await expect
      .poll(() => callsOf('kyc/order/pay'))
      .toMatchObject([{}, { payPassword: '246810', google: '654321' }]);
  });

  it('takes nothing more once the password is locked', async () => {
    answers({ 'kyc/order/pay': new Refusal('payment_password_locked', { until: morning + hour }) });
    await openSheet();
    await approve();
    await expect
      .element(dialog.getByText(/^Too many wrong tries, so the payment password is locked/))
      .toBeVisible();
    expect(password.elements()).toEqual([]);
    expect(code.elements()).toEqual([]);
  });

  it.for([
    ['the server says so', assets(balance())],
    ['the balance says so', assets(balance({ available: '9.99' }))],
  ] as const)('without enough money leads to a recharge: %s', async ([why, balances]) => {
    answers({
      'wallet/asset/list': balances,
      'kyc/order/pay': new Refusal('insufficient_balance', {}),
    });
    await openPage(paths.kycOrder(), { as: bound });
    await page.getByRole('button', { name: saying('Pay 10.00 USDT') }).click();
    if (why === 'the server says so') await approve();
    await expect.element(page.getByText('Insufficient wallet balance, please recharge first')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Go recharge' }))
      .toHaveAttribute('href', paths.receive({ currency: 'USDT' }));
    expect(callsOf('kyc/order/pay')).toHaveLength(why === 'the server says so' ? 1 : 0);
  });

  it.for([
    ['card_frozen', { ends: 'time', until: morning + hour }, /^Your cards are paused until/],
    ['money_stopped', {}, /^Money movements are paused/],
    ['currency_closed', { currency: 'USDT' }, /^This cannot be paid in USDT/],
  ] as const)(
    'that is refused says why beneath what it was paid with: %s',
    async ([refusal, facts, words]) => {
      answers({ 'kyc/order/pay': new Refusal(refusal, facts) });
      await openSheet();
      await approve();
      await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
      await expect.poll(() => dialog.elements()).toEqual([]);
      expect(page.getByRole('link', { name: 'Go recharge' }).elements()).toEqual([]);
    },
  );

  it('too late shows that the order is overdue', async () => {
    answers({ 'kyc/order/pay': new Refusal('order_overdue', {}) });
    await openSheet();
    answers({ 'kyc/order/detail': sampleKycOrder({ status: 'overdue', expires: null }) });
    await approve();
    await expect.element(page.getByRole('button', { name: 'Order again' })).toBeVisible();
  });

  it('without an answer says so on the page too, and is sent again as the same payment', async () => {
    answers({ 'kyc/order/pay': noAnswer });
    await openSheet();
    await approve();
    const words = /^No answer came, so the payment may have gone through/;
    await expect.element(dialog.getByText(words)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    answers({ 'kyc/order/pay': new Refusal('already_applied', { id: idOf(1201) }) });
    await page.getByRole('button', { name: saying('Pay 10.00 USDT') }).click();
    await approve();
    await expect.element(page.getByText('Paid. You can start the check.')).toBeVisible();
    const ids = callsOf('kyc/order/pay').map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('waits while there is no network, and says so', async () => {
    await openPage(paths.kycOrder(), { as: bound });
    const pay = page.getByRole('button', { name: saying('Pay 10.00 USDT') });
    await expect.element(pay).toBeEnabled();
    window.dispatchEvent(new Event('offline'));
    await expect.element(pay).toBeDisabled();
    await expect.element(page.getByText('You can pay when you are back online.').first()).toBeVisible();
  });
});
