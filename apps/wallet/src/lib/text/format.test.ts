import { beforeAll, describe, expect, it } from 'vitest';

import {
  changeText,
  coinText,
  countText,
  dayText,
  fiatText,
  momentText,
  numberText,
  percentText,
  showCoin,
  showFiat,
  sumText,
  wholePercentText,
} from './format.ts';
import { languageIds, speak } from './i18n.ts';
import { shareInPercent } from './share-in-percent.ts';

beforeAll(async () => await speak('en'));

describe('a shown amount', () => {
  it('keeps its decimal sign with the decimals, where MoneyText sets it', () => {
    expect(showCoin('1284.5', 'USDT', { decimalsMin: 2 })).toEqual({
      sign: '',
      before: '',
      integer: '1,284',
      decimals: '.50',
      after: '\u00a0USDT',
    });
    expect(showFiat('12', 'JPY').decimals).toBe('');
  });

  it('reads the same in one text', () => {
    expect(coinText('-0.1', 'BTC')).toBe('\u22120.1\u00a0BTC');
    expect(fiatText('1284.5', 'USD')).toBe('$1,284.50');
    expect(fiatText('7', 'CNY')).toBe('CN\u00a57.00');
    expect(fiatText('7', 'XAU')).toBe('XAU\u00a07.00');
  });
});

describe('each thing that people read', () => {
  /** What is written, in the four languages with a point and in Russian; `_` stands for a no-break space. */
  const written: readonly (readonly [string, () => string, string, string])[] = [
    ['a number as exact as it is', () => numberText('1284567.1000'), '1,284,567.1000', '1_284_567,1000'],
    ['a number with no needless zeros', () => numberText('0.10', { decimalsMin: 0 }), '0.1', '0,1'],
    ['an amount', () => coinText('-0.00012', 'BTC'), '\u22120.00012_BTC', '\u22120,00012_BTC'],
    ['a sum', () => sumText('1284.5', 'USDT'), '1,284.50_USDT', '1_284,50_USDT'],
    ['a sum under its ticker', () => sumText('0.123'), '0.123', '0,123'],
    ['a worth', () => fiatText('1284.5', 'USD'), '$1,284.50', '1_284,50_$'],
    ['a change', () => changeText('2.41'), '+2.41%', '+2,41_%'],
    ['a change down', () => changeText('-1.08'), '\u22121.08%', '\u22121,08_%'],
    ['a percent', () => percentText('45.0'), '45.0%', '45,0_%'],
    ['a percent of a rule', () => percentText('0.10', { decimalsMin: 0 }), '0.1%', '0,1_%'],
    ['a percent where it is narrow', () => percentText('0.10', { isClose: true }), '0.10%', '0,10%'],
    ['a share in percent', () => shareInPercent('0.015'), '1.5%', '1,5_%'],
    ['a share in whole percent', () => shareInPercent('0.2'), '20%', '20_%'],
    ['a percent of the program', () => wholePercentText(45), '45%', '45_%'],
    ['a count of the program', () => countText(12_345.5), '12,345.5', '12_345,5'],
  ];

  it.each(written)('%s has the signs of the language', async (_what, write, elsewhere, russian) => {
    for (const language of languageIds) {
      await speak(language);
      expect(write().replaceAll('\u00a0', '_')).toBe(language === 'ru' ? russian : elsewhere);
    }
    await speak('en');
  });
});

describe('the head of a day', () => {
  const noon = new Date(2026, 2, 30, 12).getTime();

  it('is a date for days before yesterday', () => {
    expect(dayText(new Date(2026, 2, 28, 23).getTime(), noon)).toBe('2026-03-28');
  });

  it('is a word for today and yesterday, whatever the hour', () => {
    expect(dayText(new Date(2026, 2, 30, 0, 1).getTime(), noon)).toBe('Today');
    expect(dayText(new Date(2026, 2, 29, 0, 0).getTime(), noon)).toBe('Yesterday');
    expect(dayText(new Date(2026, 2, 29, 23, 59).getTime(), noon)).toBe('Yesterday');
  });
});

describe('a moment of data', () => {
  it('is a time of today, and never passes for one when it is older', () => {
    const noon = new Date(2026, 2, 30, 12).getTime();
    expect(momentText(new Date(2026, 2, 30, 9, 5).getTime(), noon)).toBe('09:05');
    expect(momentText(new Date(2026, 2, 29, 9, 5).getTime(), noon)).toBe('2026-03-29 09:05');
  });
});
