import { expect, it } from 'vitest';

import { memoryStorage, storageKeys } from '../../lib/device/storage.ts';
import { keepVisitorFiat, visitorFiat } from './fiat.ts';

it("keeps a visitor's currency, and knows dollars where none or a strange one is kept", () => {
  const kept = memoryStorage();
  expect(visitorFiat(kept)).toBe('USD');
  keepVisitorFiat('JPY', kept);
  expect(visitorFiat(kept)).toBe('JPY');
  kept.setItem(storageKeys.fiat, 'GBP');
  expect(visitorFiat(kept)).toBe('USD');
});
