import { describe, expect, it } from 'vitest';

import { isTextId } from '../testing/text-id.ts';
import { languageIds } from './languages.ts';
import { say, sayWith } from './say.ts';

describe('say', () => {
  it('speaks each language', () => {
    expect(languageIds.map((language) => say(language, 'shell.nav.home'))).toEqual([
      'Home',
      '首页',
      '首頁',
      'ホーム',
      'Главная',
    ]);
  });

  it.each([
    [1, 'Осталась 1 попытка'],
    [2, 'Осталось 2 попытки'],
    [5, 'Осталось 5 попыток'],
    [21, 'Осталась 21 попытка'],
  ])('counts in Russian: %d', (left, words) => {
    expect(say('ru', 'refusal.payment_password_incorrect', { left })).toContain(words);
  });

  it('keeps every digit of a decimal string', () => {
    const values = { min: '1284.123456789012345678', currency: 'ETH' };
    expect(say('en', 'refusal.amount_below_minimum', values)).toContain('1,284.123456789012345678\u00a0ETH');
    expect(say('ru', 'refusal.amount_below_minimum', values)).toContain(
      '1\u00a0284,123456789012345678\u00a0ETH',
    );
  });

  it('says a moment with its time zone', () => {
    const until = Date.UTC(2026, 10, 22, 14, 31);
    expect(say('en', 'refusal.payouts_frozen', { ends: 'time', until })).toContain('Nov 22, 2026, 14:31 UTC');
    expect(say('ja', 'refusal.payouts_frozen', { ends: 'time', until })).toContain('14:31 UTC');
  });

  it.each(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const)(
    'names amount and payee in the payment mail: %s',
    (language) => {
      const text = say(language, 'mail.payment.text', {
        code: '041823',
        amount: '12.34',
        currency: 'USDT',
        fee: '0',
        payee: 'm***ira',
        minutes: 5,
      });
      expect(text).toContain(language === 'ru' ? '12,34' : '12.34');
      for (const part of ['041823', 'USDT', 'm***ira', '5']) expect(text).toContain(part);
    },
  );
});

describe('sayWith', () => {
  it('refuses to leave a hole where a value is absent', () => {
    expect(() => sayWith('en', 'refusal.code_incorrect', {})).toThrow('needs the value "left"');
    expect(() => sayWith('en', 'refusal.too_many_decimals', { scale: 8 })).toThrow(
      'needs the value "currency"',
    );
  });

  it('needs the values of the case that is said, and of no other', () => {
    expect(sayWith('en', 'refusal.payouts_frozen', { ends: 'lifted' })).toContain(
      'until your account is unlocked',
    );
    expect(() => sayWith('en', 'refusal.payouts_frozen', { ends: 'time' })).toThrow(
      'needs the value "until"',
    );
    expect(() => sayWith('en', 'refusal.payouts_frozen', {})).toThrow('needs the value "ends"');
  });

  it('ignores values that the text does not name', () => {
    expect(sayWith('en', 'refusal.verification_required', { kind: 'transfer/internal' })).not.toBe('');
  });
});

describe('isTextId', () => {
  it('knows the ids of the catalogue', () => {
    expect(isTextId('shell.close')).toBe(true);
    expect(isTextId('shell.unknown')).toBe(false);
    expect(isTextId('toString')).toBe(false);
  });
});
