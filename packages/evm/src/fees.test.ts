import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { termsAt, termsToReplace, waitsInVain } from './fees.ts';

const fee = fc.bigInt({ min: 0n, max: 10n ** 15n });
const market = fc.record({ base: fee, tip: fee });
const terms = fc.record({ gas: fc.constant(21_000n), feeMax: fee, tip: fee });

describe('a replacement', () => {
  it('pays a tenth more twice, more than before in any case, and never less than the market asks', () => {
    fc.assert(
      fc.property(terms, market, (before, now) => {
        const after = termsToReplace(before, now);
        const fresh = termsAt(now, before.gas);
        expect(after.gas).toBe(before.gas);
        for (const part of ['feeMax', 'tip'] as const) {
          expect(after[part] * 100n).toBeGreaterThanOrEqual(before[part] * 110n);
          expect(after[part]).toBeGreaterThan(before[part]);
          expect(after[part]).toBeGreaterThanOrEqual(fresh[part]);
        }
        expect(after.feeMax).toBeGreaterThanOrEqual(after.tip);
        expect(waitsInVain(after, now)).toBe(false);
      }),
    );
  });

  it('is rounded up: a node that counts exactly takes it', () => {
    const after = termsToReplace({ gas: 21_000n, feeMax: 11n, tip: 1n }, { base: 0n, tip: 0n });
    expect(after).toEqual({ gas: 21_000n, feeMax: 13n, tip: 2n });
    const free = { base: 0n, tip: 0n };
    expect(termsToReplace({ gas: 21_000n, feeMax: 0n, tip: 0n }, free)).toMatchObject({
      feeMax: 1n,
      tip: 1n,
    });
  });
});

describe('terms', () => {
  it('hold until the base has doubled', () => {
    const made = termsAt({ base: 50n, tip: 3n }, 21_000n);
    expect(made).toEqual({ gas: 21_000n, feeMax: 103n, tip: 3n });
    expect(waitsInVain(made, { base: 103n, tip: 3n })).toBe(false);
    expect(waitsInVain(made, { base: 104n, tip: 3n })).toBe(true);
  });
});
