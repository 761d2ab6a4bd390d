/** The record of trading: what is listed, what an event changes, and taking everything back. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { fill, idOf, order, sampleTradeConfig } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const twoMarkets = [order(), order({ orderId: idOf(502), symbol: 'ETH_USDT', price: '3000' })];
const cancelAll = page.getByRole('button', { name: 'Cancel all', exact: true });

describe('open orders', () => {
  it('of nobody say what stands here', async () => {
    await openPage(paths.tradeBills());
    await expect.element(page.getByText('No open orders')).toBeVisible();
    expect(cancelAll.elements()).toEqual([]);
  });

  it('come and go by an order event', async () => {
    await openPage(paths.tradeBills());
    answers({ 'trade/open': { list: [order()], next: null } });
    publish('order', { id: idOf(501) });
    await expect.element(page.getByText(/BTC\/USDT/).first()).toBeVisible();
    answers({ 'trade/open': { list: [], next: null } });
    publish('order', { id: idOf(501) });
    await expect.element(page.getByText('No open orders')).toBeVisible();
  });

  it('are cancelled market by market after one question that counts them', async () => {
    answers({
      'trade/open': { list: twoMarkets, next: null },
      'trade/cancel/all': { count: 1 },
    });
    await openPage(paths.tradeBills());
    await cancelAll.click();
    await expect.element(page.getByText('Cancel all 2 open orders?')).toBeVisible();
    answers({ 'trade/open': { list: [], next: null } });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
    await expect.element(page.getByText('2 orders cancelled')).toBeVisible();
    expect(callsOf('trade/cancel/all').map(({ symbol }) => symbol)).toEqual(['BTC_USDT', 'ETH_USDT']);
  });

  it('that a market did not take back are named with its reason', async () => {
    answers({
      'trade/open': { list: twoMarkets, next: null },
      'trade/cancel/all': ({ symbol }) => (symbol === 'ETH_USDT' ? new Refusal('market_away') : { count: 1 }),
      'trade/config': ({ symbol }) =>
        sampleTradeConfig({ symbol, openOrders: symbol === 'ETH_USDT' ? 1 : 0 }),
    });
    await openPage(paths.tradeBills());
    await cancelAll.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
    await expect.element(page.getByText('1 order is still open.')).toBeVisible();
    await expect.element(page.getByText(/^ETH\/USDT: /)).toBeVisible();
  });

  it('cannot be cancelled while the server is not reached', async () => {
    answers({ 'trade/open': { list: twoMarkets, next: null } });
    await openPage(paths.tradeBills());
    window.dispatchEvent(new Event('offline'));
    await expect
      .element(cancelAll)
      .toHaveAccessibleDescription('Orders can be changed again once you are back online.');
  });
});

describe('the other lists', () => {
  it('ask for what the address names', async () => {
    await openPage(paths.tradeBills({ tab: 'history', pair: 'BTC_USDT', side: 'buy', status: 'done' }));
    expect(callsOf('trade/history')[0]).toMatchObject({ symbol: 'BTC_USDT', side: 'buy', status: 'done' });
  });

  it('say that nothing matches the filters, which one press clears', async () => {
    await openPage(paths.tradeBills({ tab: 'history', status: 'done' }));
    await expect.element(page.getByText('Nothing matches these filters.')).toBeVisible();
    answers({ 'trade/history': { list: [order({ status: 'done', filled: '0.01' })], next: null } });
    await page
      .getByRole('link', { name: 'Clear filters' })
      .or(page.getByRole('button', { name: 'Clear filters' }))
      .click();
    await expect.element(page.getByText(/BTC\/USDT/).first()).toBeVisible();
  });

  it('show a trade with what it brought', async () => {
    answers({ 'trade/fills': { list: [fill()], next: null } });
    await openPage(paths.tradeBills({ tab: 'fills' }));
    await expect.element(page.getByText(/BTC\/USDT/).first()).toBeVisible();
    await expect.element(page.getByText(/0\.004/).first()).toBeVisible();
  });
});
