import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { patchedFiles } from '../chaos/patch.ts';

const repository = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'planted');
const patches = readdirSync(folder).flatMap((world) =>
  readdirSync(join(folder, world)).map((file) => ({
    name: `${world}/${file}`,
    path: join(folder, world, file),
  })),
);

/** Where a fault of a world may lie: in the product, and for trading in what decides there. */
const product: Readonly<Record<string, RegExp>> = {
  trading: /^packages\/(matching|trading|ledger)\/src\//,
};
const anywhere = /^(apps\/server\/src|packages\/\w+\/src)\//;

describe.each(patches)('the planted fault $name', ({ name, path }) => {
  it('fits the product as it is today and touches nothing else', () => {
    const files = [...patchedFiles(readFileSync(path, 'utf8'), repository).keys()];
    expect(files.length).toBeGreaterThan(0);
    const [world = ''] = name.split('/');
    for (const file of files) expect(file).toMatch(product[world] ?? anywhere);
  });
});

it.each([
  ['deposits', 10],
  ['withdrawals', 7],
  ['trading', 8],
])('there are enough of them for %s', (world, least) => {
  expect(patches.filter(({ name }) => name.startsWith(`${world}/`)).length).toBeGreaterThanOrEqual(least);
});
