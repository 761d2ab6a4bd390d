import { describe, expect, it } from 'vitest';

import { amountLook, billTypes, isBillType, litPetals, signOf } from './bill-look.ts';

const shown = { sign: '', before: '', integer: '12', decimals: '.34', after: '\u00a0USDT' } as const;

describe('the amount of a bill', () => {
  it('is green with a plus when it came in, and has a minus when it went out', () => {
    const came = amountLook({ type: 'COLLECTION', status: 'success', direction: 'in' }, shown);
    expect([came.parts.sign, came.tone]).toEqual(['+', 'ok']);
    const went = amountLook({ type: 'TRANSFER', status: 'success', direction: 'out' }, shown);
    expect([went.parts.sign, went.tone]).toEqual(['\u2212', undefined]);
  });

  it('is struck and never green when it failed', () => {
    const failed = amountLook({ type: 'COLLECTION', status: 'failed', direction: 'in' }, shown);
    expect([failed.isStruck, failed.tone]).toEqual([true, undefined]);
  });

  it('has no sign where nothing moved', () => {
    const locked = amountLook({ type: 'LOCK_INCREASE', status: 'success', direction: 'in' }, shown);
    expect(locked.parts.sign).toBe('');
  });
});

describe('the petals of a bill', () => {
  it('open step by step, and are none when it is over', () => {
    const statuses = ['running', 'waiting', 'pending', 'confirming', 'can-trade'] as const;
    expect(statuses.map(litPetals)).toEqual([0, 3, 6, 9, 12]);
    expect([litPetals('success'), litPetals('failed')]).toEqual([undefined, undefined]);
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

describe('a type in an address', () => {
  it('is known when the specification names it', () => {
    expect(billTypes.every(isBillType)).toBe(true);
    expect([isBillType('constructor'), isBillType('NONE'), isBillType(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(billTypes).toHaveLength(14);
  });
});
