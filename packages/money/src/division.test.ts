import { describe, expect, it } from 'vitest';

import { divideCeil, divideFloor, divideHalfUp, DivisionByZero } from './division.ts';

describe('division', () => {
  it.each([
    ['1', '3', undefined, '0.33333333', '0.33333334', '0.33333333'],
    ['2', '3', undefined, '0.66666666', '0.66666667', '0.66666667'],
    ['-2', '3', undefined, '-0.66666667', '-0.66666666', '-0.66666667'],
    ['1', '8', 2, '0.12', '0.13', '0.13'],
    ['-1', '8', 2, '-0.13', '-0.12', '-0.13'],
    ['10', '4', 0, '2', '3', '3'],
    ['0', '-7', 2, '0.00', '0.00', '0.00'],
    ['-1', '1000', 2, '-0.01', '0.00', '0.00'],
    ['0.1', '0.3', 4, '0.3333', '0.3334', '0.3333'],
  ])(
    'of %s by %s goes down, up and to the nearest at %s decimals',
    (dividend, divisor, decimals, down, up, nearest) => {
      expect(divideFloor(dividend, divisor, decimals)).toBe(down);
      expect(divideCeil(dividend, divisor, decimals)).toBe(up);
      expect(divideHalfUp(dividend, divisor, decimals)).toBe(nearest);
    },
  );

  it('carries 60 significant digits', () => {
    expect(divideFloor('1', '3', 60)).toBe(`0.${'3'.repeat(60)}`);
    expect(divideFloor('1000', '3', 60)).toBe(`333.${'3'.repeat(57)}000`);
  });

  it('rounds once: a quotient a hair below a half stays below', () => {
    const dividend = `1.${'4'}${'9'.repeat(80)}`;
    expect(divideHalfUp(dividend, '1', 0)).toBe('1');
    expect(divideCeil(`1.${'0'.repeat(80)}1`, '1', 0)).toBe('2');
  });

  it.each(['0', '-0', '0.000'])('rejects %s as a divisor', (zero) => {
    for (const divide of [divideFloor, divideCeil, divideHalfUp]) {
      expect(() => divide('1', zero)).toThrow(DivisionByZero);
      expect(() => divide('0', zero)).toThrow(DivisionByZero);
    }
  });

  it.each(['', 'NaN', 'Infinity', '1e3', '0x1', '1,5', ' 1', '1.', '9'.repeat(101)])(
    'breaks on %j',
    (text) => {
      expect(() => divideFloor(text, '1')).toThrow('Broken: both sides');
      expect(() => divideFloor('1', text)).toThrow('Broken: both sides');
    },
  );

  it.each([-1, 61, 0.5])('breaks on %d decimals', (decimals) => {
    expect(() => divideFloor('1', '3', decimals)).toThrow('Broken: decimals');
  });
});
