/** The form: what is typed leads, the rest follows, and what the market would refuse is said before it is sent. */
import { describe, expect, it } from 'vitest';

import {
  changeForm,
  emptyForm,
  type FormTerms,
  largestOrderAmount,
  orderOfForm,
  type OrderForm,
  readForm,
  takeShare,
} from './order-form.ts';

const terms: FormTerms = {
  rules: {
    priceDecimals: 2,
    amountDecimals: 5,
    tick: '0.01',
    lot: '0.00001',
    totalMin: '5',
    totalMax: '100000',
    bandPercent: '10',
    givePercent: '2',
    slippagePercent: '5',
  },
  language: 'en',
  index: '67000',
  available: '12340.55',
  opposite: [
    ['67412.00', '0.10000'],
    ['67413.00', '0.20000'],
  ],
};

const buy = emptyForm('buy');
const sell: OrderForm = emptyForm('sell');

function typed(form: OrderForm, change: Partial<OrderForm>, at = terms): OrderForm {
  return changeForm(form, change, at);
}

/** What is wrong, field by field, with an order that is whole. */
function problemsOf(change: Partial<OrderForm>, at: Partial<FormTerms> = {}) {
  const all = { ...terms, ...at };
  const whole = typed(buy, { price: '67000', amount: '0.01', ...change }, all);
  return readForm(whole, all).problems;
}

describe('amount and total', () => {
  it('follow each other, and the price moves the one that did not lead', () => {
    const first = typed(buy, { price: '67411.9' });
    const second = typed(first, { amount: '0.0412', by: 'amount' });
    expect(second.total).toBe('2777.37028');
    expect(typed(second, { price: '60000' }).total).toBe('2472');
    const third = typed(second, { total: '100', by: 'total' });
    expect(third.amount).toBe('0.00148');
    expect(typed(third, { price: '50000' })).toMatchObject({ total: '100', amount: '0.002' });
  });

  it('are empty where they cannot be known', () => {
    expect(typed(buy, { amount: '1', by: 'amount' }).total).toBe('');
    expect(typed(typed(buy, { price: '1' }), { amount: '1,5', by: 'amount' }).total).toBe('');
  });

  it('are written as the reader types them', () => {
    const russian = { ...terms, language: 'ru' as const };
    const form = typed(
      typed(buy, { price: '67411,9' }, russian),
      { amount: '0,0412', by: 'amount' },
      russian,
    );
    expect(form.total).toBe('2777,37028');
    expect(readForm(form, russian).problems).toEqual({});
  });

  it('of a market order are one or the other', () => {
    const market = typed(buy, { type: 'market', total: '100', by: 'total' });
    expect(market.amount).toBe('');
    expect(typed(market, { amount: '0.1', by: 'amount' })).toMatchObject({ total: '', amount: '0.1' });
  });
});

describe('what is wrong is said at its field', () => {
  it.each([
    ['a comma', { amount: '1,5' }, { amount: { kind: 'entry', reason: 'comma', decimals: 5 } }],
    ['full-width digits', { amount: '１' }, { amount: { kind: 'entry', reason: 'syntax', decimals: 5 } }],
    ['an exponent', { amount: '1e309' }, { amount: { kind: 'entry', reason: 'syntax', decimals: 5 } }],
    ['a sign', { price: '-1' }, { price: { kind: 'entry', reason: 'syntax', decimals: 2 } }],
    ['too many decimals', { price: '1.234' }, { price: { kind: 'entry', reason: 'decimals', decimals: 2 } }],
    [
      'too many digits',
      { amount: '12345678901' },
      { amount: { kind: 'entry', reason: 'too_many_digits', decimals: 5 } },
    ],
    ['zero', { amount: '0.0' }, { amount: { kind: 'zero' } }],
    ['below the minimum', { amount: '0.00007' }, { amount: { kind: 'below', min: '5' } }],
    ['above the maximum', { amount: '1.5', price: '67500' }, { amount: { kind: 'above', max: '100000' } }],
    ['more than there is', { amount: '0.2' }, { amount: { kind: 'balance', available: '12340.55' } }],
    ['outside the band', { price: '68340.01' }, { price: { kind: 'band', low: '60300', high: '68340' } }],
    ['nothing', { amount: '' }, { amount: { kind: 'entry', reason: 'empty', decimals: 5 } }],
  ] as const)('%s', (_, change, problems) => {
    expect(problemsOf(change)).toEqual(problems);
  });

  it('and nothing where all is well, at the edges too', () => {
    expect(problemsOf({ price: '68340' })).toEqual({});
    expect(problemsOf({ price: '60300', amount: '0.00009' })).toEqual({});
    expect(problemsOf({ price: '90000' }, { index: null })).toEqual({});
    expect(problemsOf({ amount: '0.2' }, { available: undefined })).toEqual({});
  });

  it('a price between two ticks, an amount between two lots', () => {
    const rules = { ...terms.rules, tick: '0.05', lot: '0.001' };
    expect(problemsOf({ price: '67000.01' }, { rules }).price).toEqual({ kind: 'step', step: '0.05' });
    expect(problemsOf({ amount: '0.0105' }, { rules }).amount).toEqual({ kind: 'step', step: '0.001' });
  });

  it('at the total where the total leads', () => {
    expect(problemsOf({ amount: '', total: '4.99', by: 'total' })).toEqual({
      total: { kind: 'below', min: '5' },
    });
  });
});

describe('the whole of it', () => {
  it('is exactly what there is when selling, cut to the lot', () => {
    const owner = { ...terms, available: '0.1234567' };
    const form = takeShare(typed(sell, { price: '67000' }), 100, owner);
    expect(form).toMatchObject({ amount: '0.12345', total: '8271.15' });
    expect(readForm(form, owner).problems).toEqual({});
  });

  it('is what fits into what there is when buying', () => {
    const form = takeShare(typed(buy, { price: '67411.9' }), 100, terms);
    expect(form.amount).toBe('0.18306');
    expect(readForm(form, terms).problems).toEqual({});
    expect(takeShare(form, 50, terms).amount).toBe('0.09153');
    expect(takeShare(form, 0, terms)).toMatchObject({ amount: '', total: '' });
  });

  it('of a market order is the balance, or what the book gives for it', () => {
    const byTotal = typed(buy, { type: 'market', by: 'total' });
    expect(takeShare(byTotal, 100, terms).total).toBe('12340.55');
    const byAmount = typed(buy, { type: 'market', by: 'amount' });
    expect(takeShare(byAmount, 100, terms).amount).toBe('0.18306');
    const bids = { ...terms, available: '0.15', opposite: terms.opposite.toReversed() };
    expect(largestOrderAmount(typed(sell, { type: 'market', by: 'total' }, bids), bids)).toBe('10111.95');
  });

  it('is unknown without a balance or a price', () => {
    const visitor = { ...terms, available: undefined };
    expect(takeShare(typed(buy, { price: '1', amount: '7' }), 50, visitor).amount).toBe('7');
    expect(largestOrderAmount(buy, terms)).toBeUndefined();
  });
});

describe('what is sent', () => {
  it('of a limit order has price, amount and validity, whichever of amount and total led', () => {
    const form = typed(typed(buy, { price: '50000' }), { total: '100', by: 'total' });
    expect(orderOfForm('BTC_USDT', form, readForm(form, terms))).toBeUndefined();
    const near = typed(form, { price: '65000' });
    expect(orderOfForm('BTC_USDT', near, readForm(near, terms))).toEqual({
      symbol: 'BTC_USDT',
      side: 'buy',
      type: 'limit',
      price: '65000',
      amount: '0.00153',
      timeInForce: 'gtc',
    });
  });

  it('of a market order has one of amount and total', () => {
    const form = typed(sell, { type: 'market', amount: '0.2', by: 'amount' });
    const own = { ...terms, available: '1' };
    expect(orderOfForm('BTC_USDT', form, readForm(form, own))).toEqual({
      symbol: 'BTC_USDT',
      side: 'sell',
      type: 'market',
      amount: '0.2',
    });
  });
});
