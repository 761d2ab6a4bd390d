import { expect, it } from 'vitest';

import { randomDigits } from './random-digits.ts';

it('gives every digit equally often for equally frequent bytes, and draws again above 249', () => {
  const digits = Array.from({ length: 256 }, (_, byte) => {
    const draws = [byte];
    return randomDigits(1, (bytes) => bytes.fill(draws.shift() ?? 3));
  });
  const counts = Array.from(
    { length: 10 },
    (_, digit) => digits.slice(0, 250).filter((each) => each === digit.toString()).length,
  );
  expect(counts).toEqual(Array(10).fill(25));
  expect(digits.slice(250)).toEqual(Array(6).fill('3'));
});
