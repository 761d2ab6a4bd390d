import { contract } from '@marigold/contract/contract';
import { assetCode, decimal, fiat, id, listOf, signedDecimal, time } from '@marigold/contract/fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { outputCheck } from './output-check.ts';

const row = {
  currency: 'USDT',
  name: 'Tether',
  kind: 'coin',
  scale: 8,
  decimals: 2,
  available: '12.34000000',
  held: '0.00000000',
  locked: '0.00000000',
  worth: null,
};
const assets = { fiat: 'EUR', total: '12.34', complete: true, time: 1_763_712_000_000, list: [row] };
const isAssets = outputCheck(contract['wallet/asset/list'].output);

describe('the quick look at an answer', () => {
  it('takes what the contract declares', () => {
    expect(isAssets(assets)).toBe(true);
    expect(isAssets({ ...assets, list: [row, { ...row, worth: '1.00' }] })).toBe(true);
  });

  it.each([
    ['a field that is not declared', { ...assets, password: 'x' }],
    ['one inside of a list', { ...assets, list: [{ ...row, userId: 'x' }] }],
    ['one that is inherited', Object.assign(Object.create({ secret: 1 }) as object, assets)],
    [
      'one beside a field that no listing of fields names',
      Object.defineProperty({ ...assets, secret: 1 }, 'total', { enumerable: false }),
    ],
    ['a field that is missing', { ...assets, total: undefined }],
    ['a number where a text is due', { ...assets, total: 12 }],
    ['a text of another form', { ...assets, total: '1e5' }],
    ['a word that is none of the enum', { ...assets, fiat: 'ABC' }],
    ['a fraction where a whole number is due', { ...assets, time: 0.5 }],
    ['no number', { ...assets, time: Number.NaN }],
    ['a number out of bounds', { ...assets, list: [{ ...row, scale: 19 }] }],
    ['a list that is too long', { ...assets, list: Array.from({ length: 101 }, () => row) }],
    ['a list instead of an object', [assets]],
    ['nothing', null],
  ])('leaves %s to the schema', (_what, value) => {
    expect(isAssets(value)).toBe(false);
  });

  it('leaves a whole number beyond what is counted exactly to the schema', () => {
    const isWhole = outputCheck(z.int());
    expect([isWhole(2 ** 53 - 1), isWhole(2 ** 53)]).toEqual([true, false]);
  });

  const schemas: readonly z.ZodType[] = [
    decimal,
    signedDecimal,
    assetCode,
    fiat,
    id,
    time,
    z.string().max(3),
    z.string().min(2).nullable(),
    z.int().min(-2).max(2),
    z.number(),
    z.boolean().optional(),
    z.literal(['a', 1, null]),
    z.union([z.literal('a'), z.strictObject({ a: z.int() })]),
    z.array(z.int()).max(2),
    z.object({ a: z.string().optional() }),
    listOf(z.strictObject({ a: decimal })),
    // What changes a value, or knows more than its form, is always the schema's own matter.
    z.string().trim(),
    z.string().transform((text) => text.length),
    z.string().refine((text) => text !== 'a'),
    z.int().default(1),
    z.iso.datetime(),
    z.looseObject({ a: z.int() }),
    ...Object.values(contract).map(({ output }) => output),
  ];
  const leaf = fc.oneof(
    fc.constantFrom('a', 'b', ' a ', 'USD', 'USDT', '1', '-1.5', '0.10', '', 1, 0, -3, 1.5, Number.NaN),
    fc.constantFrom(null, undefined, true, '0198a3f2-7c1e-7b8a-9d2c-3f4e5a6b7c8d', 2 ** 53),
    fc.anything({ maxDepth: 1 }),
  );
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.record({ a: leaf, b: leaf }, { requiredKeys: [] }),
    fc.record({ list: fc.array(fc.record({ a: leaf })), next: leaf }),
  );

  it('says yes only where the schema says yes and changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, (schema, one) => {
        if (!outputCheck(schema)(one)) return;
        const parsed = schema.safeParse(one);
        expect([parsed.success, parsed.data]).toEqual([true, one]);
      }),
      { numRuns: 5000 },
    );
  });
});
