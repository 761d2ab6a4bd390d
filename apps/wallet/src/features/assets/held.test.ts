import { describe, expect, it } from 'vitest';

import { holdersOf } from './held.ts';

const balance = { currency: 'USDT', scale: 8, held: '100.00000000' };

function transfer(id: string, amount: string, status: 'waiting' | 'confirming' | 'success' | 'failed') {
  return { id, amount, status, time: 1 };
}

function order(symbol: string, held: string, heldCurrency = 'USDT') {
  return { symbol, held, heldCurrency };
}

describe('what holds a balance', () => {
  it('are the transfers under way, and the orders of each market together', () => {
    const transfers = [
      transfer('1', '25.00000000', 'waiting'),
      transfer('2', '5', 'success'),
      transfer('3', '7', 'failed'),
      transfer('4', '15', 'confirming'),
    ];
    const open = [order('BTC_USDT', '20.5'), order('ETH_USDT', '9.5'), order('BTC_USDT', '30')];
    expect(holdersOf(balance, transfers, open)).toEqual({
      transfers: [
        { id: '1', amount: '25.00000000', time: 1 },
        { id: '4', amount: '15', time: 1 },
      ],
      orders: [
        { symbol: 'BTC_USDT', count: 2, amount: '50.50000000' },
        { symbol: 'ETH_USDT', count: 1, amount: '9.50000000' },
      ],
      rest: undefined,
    });
  });

  it('are no orders that hold another asset, or nothing any more', () => {
    const open = [order('BTC_USDT', '0.5', 'BTC'), order('ETH_USDT', '0.00000000')];
    expect(holdersOf(balance, [], open)).toEqual({ transfers: [], orders: [], rest: '100.00000000' });
  });

  it('leave as a rest what they do not hold, exactly, and never less than nothing', () => {
    const nearly = [transfer('1', '99.99999999', 'confirming')];
    expect(holdersOf(balance, nearly, []).rest).toBe('0.00000001');
    expect(holdersOf(balance, nearly, [order('BTC_USDT', '1')]).rest).toBeUndefined();
  });
});
