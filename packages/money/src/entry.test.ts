import { describe, expect, it } from 'vitest';

import { readEntry } from './entry.ts';
import type { ProductLanguage } from './language.ts';

const languages: ProductLanguage[] = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'];

describe('readEntry', () => {
  it.each([
    ['12.34', '12.34'],
    [' 12.34 ', '12.34'],
    ['0', '0'],
    ['007', '7'],
    ['00.50', '0.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['12.50', '12.50'],
    ['0000000000000000000000000000001', '1'],
    ['99999999999999999999', '99999999999999999999'],
  ])('reads %j in every language', (text, decimal) => {
    for (const language of languages) expect(readEntry(text, language, 2)).toEqual({ ok: true, decimal });
  });

  it.each([
    ['', 'empty'],
    [' \u00a0\t', 'empty'],
    ['.', 'syntax'],
    ['-1', 'syntax'],
    ['+1', 'syntax'],
    ['\u22121', 'syntax'],
    ['1e2', 'syntax'],
    ['1 000', 'syntax'],
    ['1\u00a0000', 'syntax'],
    ['1.2.3', 'syntax'],
    ['１２', 'syntax'],
    ['1\u200b2', 'syntax'],
    ['abc', 'syntax'],
    ['1.234', 'decimals'],
    ['1.500', 'decimals'],
    ['100000000000000000000', 'too_many_digits'],
  ])('refuses %j in every language as %s', (text, reason) => {
    for (const language of languages) expect(readEntry(text, language, 2)).toEqual({ ok: false, reason });
  });

  it.each(['1,284', '1,284.50', '12,34', ',', '1，5', '1、5'])(
    'refuses the comma of %j outside Russian',
    (text) => {
      for (const language of languages.filter((each) => each !== 'ru')) {
        expect(readEntry(text, language, 8)).toEqual({ ok: false, reason: 'comma' });
      }
    },
  );

  it('takes a comma as the decimal sign in Russian', () => {
    expect(readEntry('1,284', 'ru', 3)).toEqual({ ok: true, decimal: '1.284' });
    expect(readEntry(',5', 'ru', 2)).toEqual({ ok: true, decimal: '0.5' });
    expect(readEntry('5,', 'ru', 0)).toEqual({ ok: true, decimal: '5' });
    expect(readEntry('1,284', 'ru', 2)).toEqual({ ok: false, reason: 'decimals' });
    for (const text of ['1,284.50', '1.284,50', '1,2,3', ',']) {
      expect(readEntry(text, 'ru', 8)).toEqual({ ok: false, reason: 'syntax' });
    }
  });

  it('breaks on a number of decimals that no asset has', () => {
    expect(() => readEntry('1', 'en', 19)).toThrow('Broken');
  });
});
