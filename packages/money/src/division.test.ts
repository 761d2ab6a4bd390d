import { describe, expect, it } from 'vitest';

import { divideHalfUp, DivisionByZero } from './division.ts';

describe('division', () => {
  it.each([
    ['1', '3', undefined, '0.33333333'],
    ['2', '3', undefined, '0.66666667'],
    ['-2', '3', undefined, '-0.66666667'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['10', '4', 0, '3'],
    ['0', '-7', 2, '0.00'],
    ['-1', '1000', 2, '0.00'],
    ['0.1', '0.3', 4, '0.3333'],
  ])('of %s by %s goes to the nearest at %s decimals', (dividend, divisor, decimals, nearest) => {
    expect(divideHalfUp(dividend, divisor, decimals)).toBe(nearest);
  });

  it('carries 60 significant digits', () => {
    expect(divideHalfUp('1', '3', 60)).toBe(`0.${'3'.repeat(60)}`);
    expect(divideHalfUp('1000', '3', 60)).toBe(`333.${'3'.repeat(57)}000`);
  });

  it('rounds once: a quotient a hair below a half stays below', () => {
    const dividend = `1.${'4'}${'9'.repeat(80)}`;
    expect(divideHalfUp(dividend, '1', 0)).toBe('1');
  });

  it.each(['0', '-0', '0.000'])('rejects %s as a divisor', (zero) => {
    expect(() => divideHalfUp('1', zero)).toThrow(DivisionByZero);
    expect(() => divideHalfUp('0', zero)).toThrow(DivisionByZero);
  });

  it.each(['', 'NaN', 'Infinity', '1e3', '0x1', '1,5', ' 1', '1.', '9'.repeat(101)])(
    'breaks on %j',
    (text) => {
      expect(() => divideHalfUp(text, '1')).toThrow('Broken: both sides');
      expect(() => divideHalfUp('1', text)).toThrow('Broken: both sides');
    },
  );

  it.each([-1, 61, 0.5])('breaks on %d decimals', (decimals) => {
    expect(() => divideHalfUp('1', '3', decimals)).toThrow('Broken: decimals');
  });
});
