import { describe, expect, it } from 'vitest';

import { nextCells } from './cells-state.ts';

describe('the cells of a code', () => {
  it('take digits one by one and stop at their length', () => {
    const typed = '1234567'
      .split('')
      .reduce((digits, digit) => nextCells(digits, { type: 'digit', digit }, 6), '');
    expect(typed).toBe('123456');
  });

  it('take a pasted code with its spaces and words', () => {
    expect(nextCells('9', { type: 'text', text: 'Your code: 418 203.' }, 6)).toBe('418203');
  });

  it('read full-width digits of Chinese and Japanese keyboards', () => {
    expect(nextCells('', { type: 'text', text: '４１８２０３' }, 6)).toBe('418203');
  });

  it('ignore what is no digit', () => {
    expect(nextCells('41', { type: 'digit', digit: 'e' }, 6)).toBe('41');
  });

  it('delete the last digit, and nothing when there is none', () => {
    expect(nextCells('41', { type: 'delete' }, 6)).toBe('4');
    expect(nextCells('', { type: 'delete' }, 6)).toBe('');
  });

  it('are empty after a fresh start', () => {
    expect(nextCells('4182', { type: 'clear' }, 6)).toBe('');
  });
});
