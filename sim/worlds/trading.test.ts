import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { liveTrading } from './trading.ts';

const repository = join(import.meta.dirname, '../..');
const sources = readdirSync(import.meta.dirname)
  .filter((file) => /^trading.*(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
/** What the world imports, types left out. */
const imported = [
  ...new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm)].flatMap(([, name]) => name ?? []),
    ),
  ),
];

describe('the world of trading', () => {
  it("lives on the product's own clearing, journals, and on what the ledger decides", () => {
    expect(imported).toEqual(
      expect.arrayContaining([
        '@marigold/trading/clearing',
        '@marigold/trading/journal',
        '@marigold/ledger/journal',
      ]),
    );
    for (const name of imported.filter((one) => one.startsWith('@marigold/'))) {
      const [, folder, file] = name.split('/');
      const found = realpathSync(fileURLToPath(import.meta.resolve(name)));
      expect(found).toBe(join(repository, `packages/${folder}/src/${file}.ts`));
    }
  });

  it('has nothing of its own in the place of the product', () => {
    const others = imported.filter((name) => !name.startsWith('@marigold/') && !name.startsWith('./trading'));
    expect(others.toSorted()).toEqual([
      '../../chaos/random.ts',
      '../../packages/ledger/testing/batch-plan.ts',
      'node:crypto',
    ]);
    const clearing = readFileSync(join(repository, 'packages/trading/src/clearing.ts'), 'utf8');
    expect(clearing).toMatch(/import \{ restoreMarket \} from '@marigold\/matching\/market';/);
    for (const source of sources)
      expect(source).not.toMatch(/function (createClearing|createMarket|restoreMarket|planBatch)\b/);
  });

  it('tells the same story of a seed each time', () => {
    expect(liveTrading(50)).toEqual(liveTrading(50));
  });

  it('has deaths, surprises and trades in it', () => {
    const lives = [1, 2, 3, 4, 5, 6, 7, 8].map(liveTrading);
    const sum = (of: 'commands' | 'fills' | 'deaths' | 'undone'): number =>
      lives.reduce((all, life) => all + life[of], 0);
    expect(sum('commands')).toBe(8 * 200);
    expect(sum('fills')).toBeGreaterThan(100);
    expect(sum('deaths')).toBeGreaterThan(0);
    expect(sum('undone')).toBeGreaterThan(0);
  });
});
