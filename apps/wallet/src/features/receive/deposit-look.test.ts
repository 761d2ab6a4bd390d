import { expect, it } from 'vitest';

import type { Deposit } from '../../domain/chain/deposit-queries.ts';
import { depositsInSight, litPetalsOfDeposit } from './deposit-look.ts';

function deposit(id: string, state: Deposit['state']): Deposit {
  return {
    id,
    state,
    currency: 'USDT',
    chain: 'eth',
    amount: '250.00',
    txId: `0x${id}`,
    origin: null,
    explorer: null,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    confirmations: 7,
    required: 12,
    billId: id,
    time: 1,
  };
}

it('shows what is on its way, and what arrived while the reader looked', () => {
  const list = [
    deposit('a', 'confirming'),
    deposit('b', 'success'),
    deposit('c', 'success'),
    deposit('d', 'dust'),
    deposit('e', 'orphaned'),
  ];
  expect(depositsInSight(list, new Set(['b'])).map(({ id }) => id)).toEqual(['a', 'b', 'e']);
});

it('lights a petal for each block, all of them when it is credited, and none that was not counted', () => {
  const lit = (confirmations: number, required = 12, state: Deposit['state'] = 'confirming') =>
    litPetalsOfDeposit({ state, confirmations, required });
  expect([lit(0), lit(1), lit(7), lit(12), lit(40)]).toEqual([0, 1, 7, 12, 12]);
  expect([lit(19, 20), lit(20, 20)]).toEqual([11, 12]);
  expect(lit(0, 12, 'can-trade')).toBe(12);
  expect(lit(3, 0)).toBe(0);
});
