import fc from 'fast-check';
import { expect, it } from 'vitest';

import { seedProperties } from '../testing/property-seed.ts';
import { formatUnits, parseUnits } from './amount.ts';
import { readEntry } from './entry.ts';
import type { ProductLanguage } from './language.ts';

seedProperties();

const language = fc.constantFrom<ProductLanguage>('en', 'zh-Hans', 'zh-Hant', 'ja', 'ru');
const scale = fc.integer({ min: 0, max: 18 });

it('gives only what parseUnits accepts, and never a part of what was typed', () => {
  const typed = fc.string({ unit: fc.constantFrom(...Array.from('00123456789.., -')) });
  fc.assert(
    fc.property(typed, language, scale, (text, speaks, decimalsMax) => {
      const entry = readEntry(text, speaks, decimalsMax);
      if (!entry.ok) return;
      const units = parseUnits(entry.decimal, decimalsMax);
      expect(units).toBeDefined();
      const [integer = '', decimals = ''] = text.trim().replace(',', '.').split('.');
      expect(units).toBe(BigInt(integer + decimals.padEnd(decimalsMax, '0')));
    }),
    { numRuns: 1_000 },
  );
});

it('reads every written amount back, with the decimal sign of the language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }),
      language,
      scale,
      (units, speaks, decimalsMax) => {
        const written = formatUnits(units, decimalsMax);
        const typed = speaks === 'ru' ? written.replace('.', ',') : written;
        expect(readEntry(typed, speaks, decimalsMax)).toEqual({ ok: true, decimal: written });
      },
    ),
  );
});
