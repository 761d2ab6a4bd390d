import { beforeAll, describe, expect, it } from 'vitest';

import { coinText, dayText, fiatText, momentText, showCoin, showFiat } from './format.ts';
import { speak } from './i18n.ts';

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
