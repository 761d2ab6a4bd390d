import { expect, it } from 'vitest';

import { addressParts, shortAddress } from './address-parts.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

it('sets the beginning and the end apart, and loses nothing', () => {
  const [start, middle, end] = addressParts(address);
  expect([start, end]).toEqual(['0x5290', '169EE7']);
  expect(start + middle + end).toBe(address);
});

it('shortens an address by its middle, and leaves what is short as it is', () => {
  expect(shortAddress(address)).toBe('0x5290\u2060\u2026\u2060169EE7');
  expect(shortAddress('b***s')).toBe('b***s');
});
