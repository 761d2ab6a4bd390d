import type { Order } from '@marigold/contract/calls/trade';
import { describe, expect, it } from 'vitest';

import { filledPercent, receivedOf, sideOfBill, orderStateLook } from './order-look.ts';

const order: Order = {
  orderId: '018f3c1e-1111-7000-8000-000000000001',
  symbol: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  price: '67250.00',
  amount: '0.05000',
  total: null,
  filled: '0.02000',
  filledTotal: '1345.0000000',
  average: '67250.00',
  held: '2017.500000',
  heldCurrency: 'USDT',
  fee: '0.00002',
  feeCurrency: 'BTC',
  makerPercent: '0.10',
  takerPercent: '0.20',
  status: 'wait',
  reason: null,
  time: 1_700_000_000_000,
  closedTime: null,
};

describe('how much of an order is done', () => {
  it('is its share in whole percent, never more than is done', () => {
    expect(filledPercent(order)).toBe(40);
    expect(filledPercent({ ...order, filled: '0.04999' })).toBe(99);
    expect(filledPercent({ ...order, filled: '0.00000' })).toBe(0);
  });

  it('is counted in the quote asset where a total was wanted', () => {
    const byTotal = { ...order, type: 'market', price: null, amount: null, total: '2690.0000000' } as const;
    expect(filledPercent(byTotal)).toBe(50);
  });

  it('is all of it once the order is done, whatever the lots left of a total', () => {
    expect(filledPercent({ ...order, status: 'done', amount: null, total: '1345.0000001' })).toBe(100);
  });
});

it('an order that was cancelled in part says so', () => {
  const states = (['wait', 'done', 'cancel'] as const).map((status) => [
    orderStateLook({ status, filled: '0.00000' }),
    orderStateLook({ status, filled: '0.00001' }),
  ]);
  expect(states).toEqual([
    ['open', 'partly'],
    ['filled', 'filled'],
    ['cancelled', 'partlyCancelled'],
  ]);
});

it('a fill brings in what was traded without its fee, to the last unit', () => {
  const fill = {
    tradeId: order.orderId,
    orderId: order.orderId,
    symbol: 'ETH_USDT',
    side: 'sell',
    role: 'taker',
    price: '3000.01',
    amount: '0.10000',
    total: '300.0010000',
    fee: '0.600002',
    feeCurrency: 'USDT',
    time: 1,
  } as const;
  expect(receivedOf(fill)).toEqual({ received: '299.400998', currency: 'USDT' });
  expect(receivedOf({ ...fill, side: 'buy', fee: '0.000200000000000001' })).toEqual({
    received: '0.099799999999999999',
    currency: 'ETH',
  });
});

it('a bill of a trade is one of buying or of selling', () => {
  const sideOf = (currency: string, direction: 'in' | 'out', isBack = false) =>
    sideOfBill({
      symbol: 'BTC_USDT',
      type: isBack ? 'CURRENCY_TRADE_RECOVERY' : 'CURRENCY_TRADE',
      currency,
      direction,
    });
  expect([sideOf('USDT', 'out'), sideOf('BTC', 'in'), sideOf('USDT', 'in', true)]).toEqual([
    'buy',
    'buy',
    'buy',
  ]);
  expect([sideOf('BTC', 'out'), sideOf('USDT', 'in'), sideOf('BTC', 'in', true)]).toEqual([
    'sell',
    'sell',
    'sell',
  ]);
});
