import fc from 'fast-check';
import { expect, it } from 'vitest';

import { seedProperties } from '../testing/property-seed.ts';
import { formatUnits, mulDivHalfUp } from './amount.ts';
import { divideHalfUp } from './division.ts';

seedProperties();

it('agrees with exact integer division', () => {
  const dividend = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 16n }));
  fc.assert(
    fc.property(dividend, divisor, (left, right) => {
      const texts = [formatUnits(left, 8), formatUnits(right, 8)] as const;
      const zero = (text: string) => text.replace(/^-(?=[0.]+$)/, '');
      expect(divideHalfUp(...texts)).toBe(zero(formatUnits(mulDivHalfUp(left, 10n ** 8n, right), 8)));
    }),
  );
});
