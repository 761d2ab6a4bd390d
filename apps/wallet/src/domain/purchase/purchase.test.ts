/** Which price is offered, and what a refusal of the payment means for its sheet. */
import { expect, it } from 'vitest';

import { payEvent } from './pay-steps.ts';
import { chosenPrice, isEnough } from './price-choice.ts';

it('a price is chosen by the person, else by what the balances reach', () => {
  const prices = [
    { currency: 'USDT', amount: '10' },
    { currency: 'USD', amount: '10.5' },
  ];
  const balances = [
    { currency: 'USDT', available: '9.999999' },
    { currency: 'USD', available: '10.50' },
  ];
  expect(chosenPrice(prices, undefined, undefined)).toBe(prices[0]);
  expect(chosenPrice(prices, undefined, balances)).toBe(prices[1]);
  expect(chosenPrice(prices, undefined, [])).toBe(prices[0]);
  expect(chosenPrice(prices, 'USDT', balances)).toBe(prices[0]);
  expect(chosenPrice([], undefined, balances)).toBeUndefined();
  expect(isEnough({ currency: 'USDT', amount: '9.999999' }, balances)).toBe(true);
  expect(isEnough({ currency: 'BTC', amount: '0.1' }, balances)).toBe(false);
});

it('a refusal of the payment is said where it is mended', () => {
  expect(payEvent('payment_password_incorrect')).toBe('passwordWrong');
  expect(payEvent('code_incorrect')).toBe('codeWrong');
  expect(payEvent('two_step_locked')).toBe('locked');
  expect(payEvent('insufficient_balance')).toBe('refused');
});
