import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { patchedFiles } from '../chaos/patch.ts';
import { simFaults } from './planted.ts';

const repository = join(import.meta.dirname, '..');
const faults = ['trading', 'security', 'deposits', 'withdrawals', 'whole', 'identity'].flatMap((world) =>
  simFaults(world),
);

/**
 * Where a fault of a world may lie: in the product, and for trading in what decides there, the model of the ledger too. What
 * handlers decide about accounts stands in the house of the security world.
 */
const product: Readonly<Record<string, RegExp>> = {
  trading: /^packages\/((matching|trading|ledger|money)\/src|ledger\/testing\/batch-plan\.ts$)/,
  security:
    /^(packages\/(guard|contract)\/src\/|apps\/server\/src\/modules\/(factor|spending)\/|sim\/worlds\/security\/house\.ts$)/,
};
const anywhere = /^(apps\/server\/src|packages\/\w+\/src)\//;

describe.each(faults)('the planted fault $world/$name', ({ world, patch, seenAs }) => {
  it('fits the product as it is today and touches nothing else', () => {
    const files = [...patchedFiles(patch, repository).keys()];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(product[world] ?? anywhere);
  });

  it('is not seen by whatever is said', () => {
    expect(seenAs.test('seed 1: something else')).toBe(false);
  });
});

it.each([
  ['deposits', 13],
  ['withdrawals', 10],
  ['trading', 8],
  ['security', 20],
  ['whole', 3],
  ['identity', 29],
])('there are enough of them for %s', (world, least) => {
  expect(simFaults(world).length).toBeGreaterThanOrEqual(least);
});
