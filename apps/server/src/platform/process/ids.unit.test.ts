import { expect, it } from 'vitest';

import { newToken } from './ids.ts';

it('a token is 256 random bits, each as often set as not, and none comes twice', () => {
  const count = 2000;
  const tokens = Array.from({ length: count }, newToken);
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
  expect(new Set(tokens).size).toBe(count);
  expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([32]));
  const set = Array.from(
    { length: 256 },
    (_, bit) => bytes.filter((one) => (((one[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1).length,
  );
  // Six times the deviation of a fair coin: one run in a million is red without a fault.
  const most = 6 * Math.sqrt(count / 4);
  expect(set.filter((times) => Math.abs(times - count / 2) > most)).toEqual([]);
});
