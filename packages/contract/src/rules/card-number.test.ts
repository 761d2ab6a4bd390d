import { luhnDigit } from '@marigold/partners/luhn';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { looksLikeCardNumber } from './card-number.ts';

const seed = 37;
const prefixes = ['4', '51', '55', '2221', '2229', '2230', '2300', '2699', '2719', '2720'].concat([
  '34',
  '37',
  '6011',
  '65',
  '62',
  '35',
  '30',
  '36',
  '38',
]);

const digitsOf = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

/** Any number of a card: a prefix, any digits, and the last one by the rule. */
const cardNumber = fc
  .record({ prefix: fc.constantFrom(...prefixes), length: fc.integer({ min: 13, max: 19 }) })
  .chain(({ prefix, length }) =>
    digitsOf(length - 1 - prefix.length).map((rest) => prefix + rest + luhnDigit(prefix + rest)),
  );
const separators = fc.array(
  fc.constantFrom('', '', '', ' ', '-', '  ', ' - ', '\u2011', '\u00a0', '\u200b'),
  {
    minLength: 18,
    maxLength: 18,
  },
);
const words = fc.constantFrom('', 'my card ', 'Карта: ', '卡号', ' 11/31 ', '(', ').');

const spaced = (digits: string, between: readonly string[]) =>
  Array.from(digits, (digit, index) => digit + (between[index] ?? ''))
    .join('')
    .trim();
const fullWidth = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

describe('the number of a card', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '3782 822463 10005',
    '6011111111111117',
    '6200000000000005',
    '3530111333300000',
    '30569309025904',
    '36227206271667',
    '4222222222222',
    'for 4111 1111 1111 1111, ends 11/31',
    // Its code behind it, and a number of something else before it.
    '4111 1111 1111 1111 123',
    '12 4111 1111 1111 1111',
    '４１１１　１１１１　１１１１　１１１１',
  ])('is seen in %j', (text) => {
    expect(looksLikeCardNumber(text)).toBe(true);
  });

  it.each([
    '',
    'for groceries',
    // One digit is wrong, missing or too many.
    '4111111111111112',
    '411111111111111',
    '41111111111111111',
    '411111111111',
    // No network begins so.
    '0000000000000000',
    '1111111111111117',
    '2220000000000000',
    '2721000000000004',
    '5000000000000009',
    '5600000000000003',
    '3100000000000003',
    '6000000000000007',
    // Other signs stand between.
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111a1111b1111c1111',
    '+995 555 12 34 56',
    '2026-11-27 10:30',
    '018f3c1e-0000-7000-8000-00000000ffff',
    '4111111111111111' + '0'.repeat(20),
  ])('is not seen in %j', (text) => {
    expect(looksLikeCardNumber(text)).toBe(false);
  });

  it('is seen however its digits are grouped, in whatever text, and in full width', () => {
    fc.assert(
      fc.property(cardNumber, separators, words, words, (digits, between, before, after) => {
        const text = before + spaced(digits, between) + after;
        expect(looksLikeCardNumber(text)).toBe(true);
        expect(looksLikeCardNumber(fullWidth(text))).toBe(true);
      }),
      { seed },
    );
  });

  it('is none with another last digit, however it is grouped', () => {
    fc.assert(
      fc.property(cardNumber, fc.integer({ min: 1, max: 9 }), (digits, more) => {
        const wrong = digits.slice(0, -1) + String((Number(digits.at(-1)) + more) % 10);
        expect(looksLikeCardNumber(wrong)).toBe(false);
        expect(looksLikeCardNumber(`no ${wrong}.`)).toBe(false);
      }),
      { seed },
    );
  });

  it('is looked for in a long text in time that grows as the text does', () => {
    const started = performance.now();
    expect(looksLikeCardNumber('1 '.repeat(100_000))).toBe(false);
    expect(looksLikeCardNumber('1'.repeat(200_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
