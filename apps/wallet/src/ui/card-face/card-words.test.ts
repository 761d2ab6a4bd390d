import { expect, it } from 'vitest';

import { expiryOnCard, lettersToFit, numberOnCard } from './card-words.ts';

it('says the last month as plastic does', () => {
  expect(expiryOnCard('2029-09')).toBe('09/29');
});

it('says the number by its last digits', () => {
  expect(numberOnCard('0917')).toBe('•••• 0917');
});

it('makes letters smaller only where the words would not fit', () => {
  expect(lettersToFit('ANNA KOVALEVA', 12, 240)).toBe(12);
  expect(lettersToFit('', 12, 240)).toBe(12);
  const long = 'MAXIMILIAN-ALEXANDER KONSTANTINOPOLSKIY';
  const letters = lettersToFit(long, 12, 240);
  expect(letters).toBeLessThan(12);
  expect(letters * long.length * 0.67).toBeLessThanOrEqual(240);
});

it('counts Chinese and Japanese letters as squares', () => {
  expect(lettersToFit('未'.repeat(20), 21, 300)).toBe(15);
});
