import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedProperties } from '../testing/property-seed.ts';
import { formatUnits } from './amount.ts';
import { convertBackByPairHalfUp, convertByPairHalfUp } from './conversion.ts';
import { digitsAt, getDecimal } from './decimal.ts';

seedProperties();

describe('a conversion back', () => {
  it.each([
    ['100', 'BTC_USD', { USD: '67412.18' }, 8, '0.00148341'],
    ['100', 'btc_usd', { USD: '67412.18' }, 2, '0.00'],
    ['163.64', 'EUR_JPY', { JPY: '163.6364' }, 2, '1.00'],
    ['-1', 'EUR_USD', { USD: '1.08' }, 2, '-0.93'],
    ['1', 'EUR_USD', { USD: '0' }, 2, undefined],
    ['1', 'EUR_USD', { EUR: '1.08' }, 2, undefined],
    ['1', 'EURUSD', { USD: '1.08' }, 2, undefined],
  ])('of %s by %s at %j to %i decimals is %s', (amount, pair, rates, decimals, expected) => {
    expect(convertBackByPairHalfUp(amount, pair, rates, decimals)).toBe(expected);
  });

  it('and there again is the amount to the cent, when its decimals are fine enough', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const rate = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => formatUnits(units, 6));
    fc.assert(
      fc.property(cents, rate, (units, usd) => {
        const amount = formatUnits(units, 2);
        const back = convertBackByPairHalfUp(amount, 'BTC_USD', { USD: usd }, 18) ?? '';
        fc.pre((back.split('.')[0] ?? '').length <= 20);
        const there = convertByPairHalfUp(back, 'BTC_USD', { USD: usd }) ?? '';
        expect(digitsAt(getDecimal(there), 2)).toBe(units);
      }),
    );
  });
});
