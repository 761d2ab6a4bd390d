import { expect, it } from 'vitest';

import { memoryStorage, storageKeys } from '../../lib/device/storage.ts';
import { keepVisitorFiat, visitorFiat } from './fiat.ts';

it("keeps a visitor's currency, and knows dollars where none or a strange one is kept", () => {
  const storage = memoryStorage();
  expect(visitorFiat(storage)).toBe('USD');
  keepVisitorFiat('JPY', storage);
  expect(visitorFiat(storage)).toBe('JPY');
  storage.setItem(storageKeys.fiat, 'GBP');
  expect(visitorFiat(storage)).toBe('USD');
});
