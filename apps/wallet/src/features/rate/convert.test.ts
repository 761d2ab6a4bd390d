import { expect, it } from 'vitest';

import { convert } from './convert.ts';

const bitcoin = { key: 'BTC_USD', quote: 'USD', rate: '67412.18', baseDecimals: 8 };

it('converts both ways, two decimals of the currency and those of the coin', () => {
  expect(convert({ side: 'base', text: '1.5' }, bitcoin, 'en')).toEqual({ ok: true, other: '101118.27' });
  expect(convert({ side: 'quote', text: '100' }, bitcoin, 'en')).toEqual({ ok: true, other: '0.00148341' });
  const yen = { key: 'JPY_USD', quote: 'USD', rate: '0.00661', baseDecimals: 0 };
  expect(convert({ side: 'quote', text: '1' }, yen, 'en')).toEqual({ ok: true, other: '151.29' });
});

it('reads and writes the decimal sign of the language', () => {
  expect(convert({ side: 'base', text: '1,5' }, bitcoin, 'ru')).toEqual({ ok: true, other: '101118,27' });
  expect(convert({ side: 'base', text: '1,5' }, bitcoin, 'ja')).toEqual({ ok: false, reason: 'comma' });
});

it('says nothing while there is nothing to say', () => {
  expect(convert({ side: 'base', text: ' ' }, bitcoin, 'en')).toEqual({ ok: true, other: '' });
  expect(convert({ side: 'base', text: '1' }, undefined, 'en')).toEqual({ ok: true, other: '' });
  expect(convert({ side: 'base', text: '1e5' }, bitcoin, 'en')).toEqual({ ok: false, reason: 'syntax' });
});
