import { describe, expect, it } from 'vitest';

import {
  figuresOf,
  isSameAmount,
  makeOrder,
  maxEntry,
  readAgain,
  readAmount,
  readNote,
  type TransferTerms,
  type TransferForm,
  writtenAmount,
} from './order.ts';

const terms: TransferTerms = {
  currency: 'USDT',
  scale: 8,
  decimals: 2,
  fee: '0.00000000',
  min: '0.01000000',
  max: null,
  available: '128.74000001',
  locked: '0.00000000',
};
const form: TransferForm = {
  mode: 'internal',
  to: 'boris',
  address: '',
  chain: '',
  currency: 'USDT',
  amount: '12.5',
  again: '12.50',
  note: '',
};
const reason = (typed: string, changes: Partial<TransferTerms> = {}, language: 'en' | 'ru' = 'en') => {
  const amount = readAmount(typed, language, { ...terms, ...changes });
  return amount.ok ? writtenAmount(amount.units) : amount.reason;
};

describe('an amount', () => {
  it('is read exactly, to the last decimal of its asset', () => {
    expect(reason('12.34')).toBe('12.34');
    expect(reason('0.01000001')).toBe('0.01000001');
    expect(reason('0.010000001')).toBe('decimals');
  });

  it('above the available balance is refused, and the balance itself is not', () => {
    expect(reason('128.74000001')).toBe('128.74000001');
    expect(reason('128.74000002')).toBe('balance');
  });

  it('outside the limits is refused, and the limits themselves are not', () => {
    expect([reason('0.009'), reason('0.01')]).toEqual(['min', '0.01']);
    expect([reason('100.01', { max: '100' }), reason('100', { max: '100' })]).toEqual(['max', '100']);
  });

  it('that deposits which are not final hold back is refused, and the rest is not', () => {
    const locked = { locked: '100.00000000' };
    expect([reason('28.74000001', locked), reason('28.74000002', locked)]).toEqual(['28.74000001', 'locked']);
    expect(reason('200', locked)).toBe('balance');
  });

  it('that the fee eats up is refused', () => {
    expect([reason('1.00', { fee: '1' }), reason('1.00000001', { fee: '1' })]).toEqual(['fee', '1.00000001']);
  });

  it('of nothing is refused', () => {
    expect([reason(''), reason('0'), reason('0.00')]).toEqual(['empty', 'zero', 'zero']);
  });

  it('takes a comma as a decimal sign in Russian only', () => {
    expect(reason('1,284')).toBe('comma');
    expect(reason('1,28', {}, 'ru')).toBe('1.28');
  });
});

describe('the amount entered again', () => {
  it('is the same however it is written, and never when one of them is no amount', () => {
    expect(isSameAmount(form, 'en', 8)).toBe(true);
    expect(isSameAmount({ ...form, again: '12.51' }, 'en', 8)).toBe(false);
    expect(isSameAmount({ ...form, amount: '', again: '' }, 'en', 8)).toBe(false);
  });

  it('is sent as it was typed, and not as what was typed first', () => {
    expect(readAgain({ ...form, again: '12.510' }, 'en', 8)).toBe('12.51');
    expect(readAgain({ ...form, again: '12,51' }, 'ru', 8)).toBe('12.51');
    expect(readAgain({ ...form, again: '' }, 'en', 8)).toBeUndefined();
  });
});

describe('the largest amount', () => {
  it('is the exact balance, or the limit of one transfer where that is less', () => {
    expect(maxEntry(terms, 'en')).toBe('128.74000001');
    expect(maxEntry(terms, 'ru')).toBe('128,74000001');
    expect(maxEntry({ ...terms, max: '100.00000000' }, 'en')).toBe('100');
  });

  it('leaves what must stay until deposits are final', () => {
    expect(maxEntry({ ...terms, locked: '100.00000000' }, 'en')).toBe('28.74000001');
    expect(maxEntry({ ...terms, locked: '200.00000000' }, 'en')).toBe('');
  });

  it('is no finer than what its chain can move', () => {
    const onChain = { ...terms, scale: 6 };
    expect(maxEntry(onChain, 'en')).toBe('128.74');
    expect(readAmount(maxEntry(onChain, 'en'), 'en', onChain).ok).toBe(true);
    expect(maxEntry({ ...onChain, available: '0.00000099' }, 'en')).toBe('');
  });

  it('is nothing when there is nothing to send', () => {
    expect(maxEntry({ ...terms, available: '0.00000000' }, 'en')).toBe('');
  });

  it('can be sent in every language', () => {
    for (const language of ['en', 'ru', 'ja'] as const) {
      expect(readAmount(maxEntry(terms, language), language, terms).ok).toBe(true);
    }
  });
});

describe('an order', () => {
  const payee = { to: 'boris', masked: 'b*ris' };

  it('takes the fee out of the amount', () => {
    const order = makeOrder(
      form,
      payee,
      { units: 12_500_000_000_000_000_000n, again: '12.5' },
      { ...terms, fee: '0.50000000' },
    );
    expect([order.amount, order.fee, order.recipientGets]).toEqual(['12.5', '0.5', '12']);
  });

  it('is the same order however the amount was written', () => {
    const [one, other] = ['12.5', '12.50'].map((amount) => {
      const read = readAmount(amount, 'en', terms);
      const again = readAgain({ ...form, again: amount }, 'en', terms.scale) ?? '';
      return read.ok ? makeOrder(form, payee, { units: read.units, again }, terms) : undefined;
    });
    expect(one).toEqual(other);
  });

  it('has a note only when something was noted, on one line and without hidden commands', () => {
    expect(makeOrder({ note: '  ' }, payee, { units: 1n, again: '1' }, terms).note).toBeUndefined();
    expect(readNote(' rent\n\u202eyam ')).toBe('rent  yam');
    expect(readNote('half \ud83c')).toBe('half \ufffd');
  });
});

describe('the figures of a form', () => {
  it('are zero until there is an amount that can be sent', () => {
    expect(figuresOf(terms, undefined)).toEqual({ fee: '0', sent: '0', received: '0' });
    expect(figuresOf({ ...terms, fee: '1' }, { ok: false, reason: 'empty' }).received).toBe('0');
    expect(figuresOf({ ...terms, fee: '1' }, { ok: true, units: 2_500_000_000_000_000_000n }).received).toBe(
      '1.5',
    );
  });
});
