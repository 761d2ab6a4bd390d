import type { Balance } from '@marigold/contract/calls/wallet';
import { describe, expect, it } from 'vitest';

import { isEmptyBalance, listedBalances, sharesOf } from './balance.ts';

function balance(currency: string, worth: string | null, more: Partial<Balance> = {}): Balance {
  return {
    currency,
    name: currency,
    kind: 'coin',
    scale: 8,
    decimals: 2,
    available: worth ?? '1.00000000',
    held: '0.00000000',
    locked: '0',
    worth,
    ...more,
  };
}

const all = { kind: 'coin', isSmallHidden: false, search: '' } as const;

describe('the listed balances', () => {
  const balances = [
    balance('USDT', '12.00', { name: 'Tether' }),
    balance('TRX', '0.99', { name: 'TRON' }),
    balance('SOL', '1.00', { name: 'Solana' }),
    balance('EUR', '300.00', { name: 'Euro', kind: 'fiat' }),
  ];
  const codes = (filter: Parameters<typeof listedBalances>[1]) =>
    listedBalances(balances, filter).map(({ currency }) => currency);

  it('are those of one kind', () => {
    expect(codes(all)).toEqual(['USDT', 'TRX', 'SOL']);
    expect(codes({ ...all, kind: 'fiat' })).toEqual(['EUR']);
  });

  it('leave out what is worth less than one, and nothing that is worth exactly one', () => {
    expect(codes({ ...all, isSmallHidden: true })).toEqual(['USDT', 'SOL']);
  });

  it('keep a balance whose worth nobody knows, unless it is empty', () => {
    const unknown = [balance('NEW', null), balance('OLD', null, { available: '0.00000000' })];
    expect(listedBalances(unknown, { ...all, isSmallHidden: true })).toEqual([unknown[0]]);
  });

  it('are found by a part of the code or of the name, in any case', () => {
    expect(codes({ ...all, search: ' sd ' })).toEqual(['USDT']);
    expect(codes({ ...all, search: 'TRO' })).toEqual(['TRX']);
    expect(codes({ ...all, search: 'euro' })).toEqual([]);
  });
});

describe('an empty balance', () => {
  it('has nothing on hold either', () => {
    expect(isEmptyBalance(balance('BTC', '0.00', { available: '0.00000000' }))).toBe(true);
    expect(isEmptyBalance(balance('BTC', '0.00', { available: '0', held: '0.00000001' }))).toBe(false);
  });
});

describe('the shares', () => {
  it('add up to the whole, largest first, the rest together', () => {
    const shares = sharesOf(['1', '2', '3', '4', '5', '6'].map((worth) => balance(`C${worth}`, worth)));
    expect(shares.map(({ asset }) => asset)).toEqual(['C6', 'C5', 'C4', 'C3', undefined]);
    expect(shares.reduce((sum, { permille }) => sum + permille, 0)).toBe(1000);
  });

  it('are none while nothing has a worth', () => {
    expect(sharesOf([balance('BTC', '0.00'), balance('NEW', null)])).toEqual([]);
  });
});
