import type { BillStatus } from '@marigold/contract/calls/bill';
import { describe, expect, it } from 'vitest';

import { amountLook, countOf, isAddressValue, isTrade, litPetalsOfBill, signOf } from './bill-look.ts';

const number = { sign: '', before: '', integer: '12', decimals: '.34', after: '\u00a0USDT' } as const;

describe('the amount of a bill', () => {
  it('is green with a plus when it came in, and has a minus when it went out', () => {
    const came = amountLook({ type: 'COLLECTION', status: 'success', direction: 'in' }, number);
    expect([came.parts.sign, came.tone]).toEqual(['+', 'ok']);
    const went = amountLook({ type: 'TRANSFER', status: 'success', direction: 'out' }, number);
    expect([went.parts.sign, went.tone]).toEqual(['\u2212', undefined]);
  });

  it('is struck and never green when it failed', () => {
    const failed = amountLook({ type: 'COLLECTION', status: 'failed', direction: 'in' }, number);
    expect([failed.isStruck, failed.tone]).toEqual([true, undefined]);
  });

  it('has no sign where nothing moved', () => {
    const locked = amountLook({ type: 'LOCK_INCREASE', status: 'success', direction: 'in' }, number);
    expect(locked.parts.sign).toBe('');
  });
});

describe('the petals of a bill', () => {
  it('open step by step, and are none when it is over', () => {
    const statuses = ['running', 'waiting', 'pending', 'confirming', 'can-trade'] as const;
    const lit = (status: BillStatus) => litPetalsOfBill({ status, confirmations: null, required: null });
    expect(statuses.map(lit)).toEqual([0, 3, 6, 9, 12]);
    expect([lit('success'), lit('failed')]).toEqual([undefined, undefined]);
  });

  it('are blocks where a chain is counted: none before the first, twelve when it is tradeable', () => {
    const lit = (status: BillStatus, confirmations: number) =>
      litPetalsOfBill({ status, confirmations, required: 12 });
    expect([lit('waiting', 0), lit('pending', 0), lit('confirming', 1), lit('confirming', 7)]).toEqual([
      0, 0, 1, 7,
    ]);
    expect([lit('can-trade', 12), lit('success', 12)]).toEqual([12, undefined]);
  });

  it('are named only while they are counted', () => {
    expect(countOf({ status: 'confirming', confirmations: 7, required: 12 })).toEqual({
      count: 7,
      required: 12,
    });
    expect(countOf({ status: 'pending', confirmations: 0, required: 12 })).toBeUndefined();
    expect(countOf({ status: 'confirming', confirmations: null, required: null })).toBeUndefined();
  });
});

describe('the sign of a bill', () => {
  it('is a cross when it failed, whatever its type', () => {
    expect(signOf({ type: 'BUY_CARD', status: 'failed', direction: 'out' })).toBe('x');
  });

  it('shows the way of the money where the type has no sign of its own', () => {
    expect(signOf({ type: 'TRANSFER', status: 'success', direction: 'out' })).toBe('arrow-up-right');
    expect(signOf({ type: 'COLLECTION', status: 'success', direction: 'in' })).toBe('arrow-down-left');
  });
});

it('tells an address from a name', () => {
  expect(isAddressValue('0x52908400098527886E0F7030069857D2E4169EE7')).toBe(true);
  expect(isAddressValue('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')).toBe(true);
  expect(isAddressValue('The landlord of the house by the river')).toBe(false);
});

it('tells the bill of a trade by its market; a copy from before bills named one is no trade', () => {
  const bill = {
    id: '1',
    type: 'CURRENCY_TRADE',
    status: 'success',
    direction: 'out',
    currency: 'USDT',
    decimals: 2,
    amount: '1.00',
    counterparty: null,
    confirmations: null,
    required: null,
    time: 1,
  } as const;
  expect(isTrade({ ...bill, symbol: 'BTC_USDT' })).toBe(true);
  expect(isTrade({ ...bill, symbol: null })).toBe(false);
  expect(isTrade(JSON.parse(JSON.stringify(bill)))).toBe(false);
});
