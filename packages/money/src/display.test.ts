import { describe, expect, it } from 'vitest';

import { coinParts, fiatParts, numberParts, type NumberParts, percentParts } from './display.ts';
import type { ProductLanguage } from './language.ts';

/** The parts as one text. */
function joinParts({ sign, before, integer, point, decimals, after }: NumberParts): string {
  return sign + before + integer + point + decimals + after;
}

const languages: ProductLanguage[] = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'];

describe('numbers', () => {
  it('are grouped with commas and a point, in Russian with no-break spaces and a comma', () => {
    for (const language of languages) {
      const russian = language === 'ru';
      expect(joinParts(numberParts('1284.50', language))).toBe(russian ? '1\u00a0284,50' : '1,284.50');
      expect(joinParts(numberParts('1234567', language))).toBe(russian ? '1\u00a0234\u00a0567' : '1,234,567');
    }
  });

  it('come in parts, so that a screen can set the decimals smaller', () => {
    expect(numberParts('-1284.50', 'ru')).toEqual({
      sign: '\u2212',
      before: '',
      integer: '1\u00a0284',
      point: ',',
      decimals: '50',
      after: '',
    });
  });

  it('keep every digit of the longest amount', () => {
    expect(joinParts(numberParts('99999999999999999999.999999999999999999', 'en'))).toBe(
      '99,999,999,999,999,999,999.999999999999999999',
    );
  });

  it.each([
    ['-0.00', undefined, '0.00'],
    ['-0.01', undefined, '\u22120.01'],
    ['007', undefined, '7'],
    ['5', undefined, '5'],
    ['5', 2, '5.00'],
    ['5.10000000', 2, '5.10'],
    ['5.12345000', 2, '5.12345'],
    ['5.000', 0, '5'],
    ['0.00000001', 2, '0.00000001'],
  ])('%s with at least %s decimals reads %s', (decimal, decimalsMin, text) => {
    const options = decimalsMin === undefined ? {} : { decimalsMin };
    expect(joinParts(numberParts(decimal, 'en', options))).toBe(text);
  });

  it.each(['', '1e3', '1,5', 'NaN', '+1', ' 1', '.5'])('break on %j', (text) => {
    expect(() => numberParts(text, 'en')).toThrow('Broken: a displayed number');
  });
});

describe('money', () => {
  it('of a coin is the amount and its ticker, never parted by a line break', () => {
    expect(joinParts(coinParts('-12.34', 'USDT', 'en'))).toBe('\u221212.34\u00a0USDT');
    expect(joinParts(coinParts('1284.5', 'USDT', 'ru', { decimalsMin: 2 }))).toBe('1\u00a0284,50\u00a0USDT');
  });

  it('of a fiat has its symbol first, in Russian last', () => {
    for (const language of languages) {
      const russian = language === 'ru';
      expect(joinParts(fiatParts('120.00', '$', language))).toBe(russian ? '120,00\u00a0$' : '$120.00');
      expect(joinParts(fiatParts('-120.00', '$', language))).toBe(
        russian ? '\u2212120,00\u00a0$' : '\u2212$120.00',
      );
    }
  });

  it('keeps a symbol of letters apart from the number', () => {
    expect(joinParts(fiatParts('120.00', 'CHF', 'en'))).toBe('CHF\u00a0120.00');
    expect(joinParts(fiatParts('120.00', 'HK$', 'en'))).toBe('HK$120.00');
  });
});

describe('a change in percent', () => {
  it.each([
    ['2.5', 'en', '+2.50%'],
    ['-2.5', 'ja', '\u22122.50%'],
    ['2.5', 'ru', '+2,50\u00a0%'],
    ['0.00', 'en', '0.00%'],
    ['-0.00', 'en', '0.00%'],
    ['1284', 'zh-Hans', '+1,284.00%'],
  ] as const)('of %s in %s reads %s', (decimal, language, text) => {
    expect(joinParts(percentParts(decimal, language, { decimalsMin: 2 }))).toBe(text);
  });
});
