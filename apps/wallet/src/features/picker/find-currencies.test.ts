import { expect, it } from 'vitest';

import { findCurrencies } from './find-currencies.ts';

const list = [
  { code: 'BTC', name: 'Bitcoin' },
  { code: 'USDT', name: 'Tether' },
  { code: 'EUR', name: 'Евро' },
  { code: 'USD', name: 'Доллар США' },
  { code: 'HKD', name: 'Гонконгский доллар' },
];
const found = (typed: string) => findCurrencies(list, typed).map(({ code }) => code);

it('finds a currency by code or name, in any case', () => {
  expect(found('bit')).toEqual(['BTC']);
  expect(found(' ДОЛЛАР ')).toEqual(['USD', 'HKD']);
  expect(found('доллар сша')).toEqual(['USD']);
  expect(found('eth')).toEqual(['USDT']);
  expect(found('xyz')).toEqual([]);
});

it('keeps the order, codes that begin with what was typed first', () => {
  expect(found('')).toEqual(['BTC', 'USDT', 'EUR', 'USD', 'HKD']);
  expect(
    findCurrencies(
      [
        { code: 'AUSD', name: 'x' },
        { code: 'USD', name: 'x' },
      ],
      'us',
    ).map(({ code }) => code),
  ).toEqual(['USD', 'AUSD']);
});
