import { describe, expect, it } from 'vitest';

import type { ChainOrder } from '../form/order.ts';
import { approvalKey, approvalOf } from './approval.ts';

const order: ChainOrder = {
  kind: 'onChain',
  quoteId: '018f3c1e-1111-7000-8000-000000000001',
  chain: 'eth',
  network: 'Ethereum (ERC20)',
  address: '0x8f3A2d5C0b1E4f6a7B8c9D0e1F2a3B4c5D6e91Ac',
  name: 'Mira',
  internal: null,
  warnings: [],
  payeeLock: null,
  minutes: 3,
  deadline: 60_000,
  currency: 'USDT',
  decimals: 2,
  amount: '250',
  again: '250',
  fee: '1.5',
  recipientGets: '248.5',
  note: undefined,
};

describe('the approval of a transfer over a chain', () => {
  it('is asked for by its quote', () => {
    expect(approvalOf(order)).toEqual({ kind: 'transfer/submit', subject: { quoteId: order.quoteId } });
  });

  it('holds for another quote that says the same', () => {
    const again = {
      ...order,
      quoteId: '018f3c1e-1111-7000-8000-000000000002',
      deadline: 99_000,
      note: 'rent',
    };
    expect(approvalKey(again)).toBe(approvalKey(order));
  });

  it.each([{ amount: '251' }, { fee: '1.6' }, { address: '0x0' }, { chain: 'bsc' }, { currency: 'USDC' }])(
    'does not hold for %o',
    (change) => {
      expect(approvalKey({ ...order, ...change })).not.toBe(approvalKey(order));
    },
  );
});
