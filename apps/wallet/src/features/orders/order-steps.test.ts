import { describe, expect, it } from 'vitest';

import type { Fill, Order } from '../../domain/order/trade-queries.ts';
import { orderSteps } from './order-steps.ts';

const order: Order = {
  orderId: '018f3c1e-1111-7000-8000-000000000001',
  symbol: 'BTC_USDT',
  side: 'sell',
  type: 'limit',
  timeInForce: 'gtc',
  price: '67250.00',
  amount: '1.00000',
  total: null,
  filled: '0.00000',
  filledTotal: '0.0000000',
  average: null,
  held: '1.00000000',
  heldCurrency: 'BTC',
  fee: '0.000000',
  feeCurrency: 'USDT',
  makerPercent: '0.10',
  takerPercent: '0.20',
  status: 'wait',
  reason: null,
  time: 1000,
  closedTime: null,
};
const fill: Fill = {
  tradeId: '018f3c1e-1111-7000-8000-000000000002',
  orderId: order.orderId,
  symbol: order.symbol,
  side: order.side,
  role: 'maker',
  price: '67250.00',
  amount: '0.50000',
  total: '33625.0000000',
  fee: '33.625000',
  feeCurrency: 'USDT',
  time: 2000,
};

function words(...input: Parameters<typeof orderSteps>): readonly string[] {
  return orderSteps(...input).map(({ word, state, time, lit }) =>
    [word, state, time ?? '', lit ?? ''].join(' ').trim(),
  );
}

describe('the steps of an order', () => {
  it('wait on the book, then open a petal for each twelfth that is filled', () => {
    expect(words(order, undefined)).toEqual(['placed done 1000', 'waiting now  0', 'filled todo']);
    expect(words({ ...order, filled: '0.50000' }, fill)).toEqual([
      'placed done 1000',
      'partly now 2000 6',
      'filled todo',
    ]);
  });

  it('end filled or taken back, with what was traded before', () => {
    expect(words({ ...order, status: 'done', closedTime: 3000 }, fill)).toEqual([
      'placed done 1000',
      'filled done 3000',
    ]);
    const ended = { ...order, status: 'cancel', reason: 'user', closedTime: 3000 } as const;
    expect(words({ ...ended, filled: '0.50000' }, fill)).toEqual([
      'placed done 1000',
      'partly done 2000',
      'ended failed 3000',
    ]);
    expect(words(ended, undefined)).toEqual(['placed done 1000', 'ended failed 3000']);
  });
});
