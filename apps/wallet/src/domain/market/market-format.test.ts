import { describe, expect, it } from 'vitest';

import { speak } from '../../lib/text/i18n.ts';
import { axisText, changeTone, volumeText, worthText } from './market-format.ts';
import { priceText, quantityText } from './price-text.ts';

describe('prices of a market', () => {
  it('have all decimals of their market, so that they stand under each other', async () => {
    await speak('en');
    expect(priceText('67412.2', 2)).toBe('67,412.20');
    expect(quantityText('0.1', 5)).toBe('0.10000');
    await speak('ru');
    expect(priceText('67412.2', 2)).toBe('67\u00a0412,20');
    expect(quantityText('0.1', 5)).toBe('0,10000');
  });

  it('have no direction when they stood still', () => {
    expect(['1.20', '-0.31', '0.00', '-0.00', null].map(changeTone)).toEqual([
      'up',
      'down',
      'plain',
      'plain',
      'plain',
    ]);
  });

  it('are worth as much as the rate of their currency says, the smaller the finer', async () => {
    await speak('en');
    const rates = { USDT: '0.9997', BTC: '67319.5' };
    expect(worthText('67412.18', { quote: 'USDT' }, rates, 'USD')).toBe('$67,391.96');
    expect(worthText('0.05187', { quote: 'BTC' }, rates, 'USD')).toBe('$3,491.86');
    expect(worthText('0.1284', { quote: 'USDT' }, rates, 'USD')).toBe('$0.1284');
    expect(worthText('0.00001234', { quote: 'USDT' }, rates, 'USD')).toBe('$0.00001234');
    expect(worthText('67412.18', { quote: 'USDT' }, { USDT: '155.4' }, 'JPY')).toBe('¥10,475,853');
  });

  it('are worth nothing that is shown while that rate is not known', () => {
    expect(worthText('100', { quote: 'USDT' }, {}, 'USD')).toBeUndefined();
  });
});

describe('volumes', () => {
  it('are shortened in the way of the language', async () => {
    await speak('en');
    expect(volumeText('1284.5')).toBe('1.284K');
    await speak('ru');
    expect(volumeText('1284.5')).toBe('1,284K');
  });
});

describe('marks of the time axis', () => {
  const noon = Date.UTC(2026, 2, 5, 12, 30);
  it('are times, days and months in the words of the language', async () => {
    await speak('en');
    expect(['time', 'day', 'year'].map((unit) => axisText(noon, unit as 'time'))).toEqual([
      '12:30',
      '3/5',
      '2026',
    ]);
    await speak('ru');
    expect(axisText(noon, 'day')).toBe('05.03');
  });

  it('name a whole day without its midnight', () => {
    expect(axisText(Date.UTC(2026, 2, 5), 'moment')).toBe('2026-03-05');
    expect(axisText(noon, 'moment')).toBe('2026-03-05 12:30');
  });
});
