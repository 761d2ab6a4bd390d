/** Everything about one order and one trade: each name beside its own value, and what can be done. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { visiblePairs, valueOf } from '../../../testing/look.ts';
import { fill, hour, idOf, morning, order } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const cancel = page.getByRole('button', { name: 'Cancel order', exact: true });

/** Every field has a value that no other one has. */
const partlyFilled = order({
  price: '60000',
  amount: '0.01',
  filled: '0.004',
  average: '59876.5',
  filledTotal: '239.51',
  held: '360',
  fee: '0.000008',
});

describe('the details of an order', () => {
  it('name each value of one that is partly filled', async () => {
    answers({ 'trade/detail': { order: partlyFilled, fills: [fill()], billIds: [] } });
    await openPage(paths.order(idOf(501)));
    expect(visiblePairs()).toEqual([
      ['Pair', 'BTC/USDT'],
      ['Side', 'Limit buy'],
      ['Status', 'Partly filled'],
      ['Price', '60,000 USDT'],
      ['Amount', '0.01 BTC'],
      ['Filled', '0.004 BTC'],
      ['Average price', '59,876.5 USDT'],
      ['Traded total', '239.51 USDT'],
      ['Set aside', '360.00 USDT'],
      ['Fee', '0.000008 BTC'],
      ['Fee rates', 'maker 0.1% · taker 0.2%'],
      ['Valid', 'Until cancelled (GTC)'],
      ['Placed', '2026-11-23 09:00:00'],
      ['Order number', idOf(501)],
    ]);
  });

  it('name each value of a market order by total that was cut', async () => {
    const cut = order({
      type: 'market',
      timeInForce: 'ioc',
      price: null,
      amount: null,
      total: '500',
      filled: '0.004',
      average: '59876.5',
      filledTotal: '239.51',
      fee: '0.000008',
      held: '0',
      status: 'cancel',
      reason: 'slippage',
      closedTime: morning - hour + 1_000,
    });
    answers({ 'trade/detail': { order: cut, fills: [fill()], billIds: [] } });
    await openPage(paths.order(idOf(501)));
    expect(visiblePairs()).toEqual([
      ['Pair', 'BTC/USDT'],
      ['Side', 'Market buy'],
      ['Status', 'Partly filled, rest cancelled'],
      ['Price', 'Best price in the book'],
      ['Total', '500.00 USDT'],
      ['Filled', '0.004 BTC'],
      ['Average price', '59,876.5 USDT'],
      ['Traded total', '239.51 USDT'],
      ['Fee', '0.000008 BTC'],
      ['Fee rates', 'maker 0.1% · taker 0.2%'],
      ['Valid', 'At once, rest cancelled (IOC)'],
      ['Placed', '2026-11-23 09:00:00'],
      ['Closed', '2026-11-23 09:00:01'],
      ['Ended', 'Stopped before the price moved too far'],
      ['Order number', idOf(501)],
    ]);
  });

  it('follow the order live', async () => {
    answers({ 'trade/detail': { order: order(), fills: [], billIds: [] } });
    await openPage(paths.order(idOf(501)));
    expect(valueOf('Status')).toBe('Open');
    answers({ 'trade/detail': { order: partlyFilled, fills: [fill()], billIds: [] } });
    publish('order', { id: idOf(501) });
    await expect.poll(() => valueOf('Status')).toBe('Partly filled');
  });

  it('say that there is no such order', async () => {
    answers({ 'trade/detail': new UnservedAnswer(404, 'not_found') });
    await openPage(paths.order(idOf(501)));
    await expect
      .element(page.getByText('This order was not found. Check the link or look in your orders.'))
      .toBeVisible();
  });
});

describe('cancelling an order', () => {
  it('asks once, says that it runs, and what came of it', async () => {
    const late = held('trade/cancel');
    answers({ 'trade/cancel': late.promise });
    await openPage(paths.order(idOf(501)));
    await cancel.click();
    await expect.element(page.getByText(/^What it has set aside returns/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect.element(page.getByRole('button', { name: 'Cancelling' }).first()).toBeVisible();
    late.resolve({ orderId: idOf(501), status: 'cancel', filled: '0' });
    await expect.element(page.getByText('Order cancelled')).toBeVisible();
    expect(callsOf('trade/cancel')).toMatchObject([{ orderId: idOf(501) }]);
  });

  it("says in the market's words why it was too late", async () => {
    answers({ 'trade/cancel': new Refusal('order_closed') });
    await openPage(paths.order(idOf(501)));
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect.element(page.getByRole('status').getByText(/already/i)).toBeVisible();
  });

  it('is offered for an open order alone', async () => {
    answers({ 'trade/detail': { order: order({ status: 'done' }), fills: [], billIds: [] } });
    await openPage(paths.order(idOf(501)));
    await expect.element(page.getByText('Order number')).toBeVisible();
    expect(cancel.elements()).toEqual([]);
  });
});

describe('the details of a trade', () => {
  it('name each value', async () => {
    const sold = fill({
      side: 'sell',
      role: 'maker',
      price: '60100',
      amount: '0.005',
      total: '300.5',
      fee: '0.3005',
      feeCurrency: 'USDT',
    });
    answers({ 'trade/fill': { fill: sold, feePercent: '0.1', billIds: [] } });
    await openPage(paths.fill(idOf(601)));
    expect(visiblePairs()).toEqual([
      ['Price', '60,100 USDT'],
      ['Amount', '0.005 BTC'],
      ['Total', '300.50 USDT'],
      ['Fee 0.1%', '0.3005 USDT'],
      ['Received', '300.1995 USDT'],
      ['Your role', 'Maker: your order waited in the book'],
      ['Your order', 'Sell'],
      ['Counter order', 'Buy'],
      ['Time', '2026-11-23 09:00:00'],
      ['Trade number', idOf(601)],
    ]);
  });
});
