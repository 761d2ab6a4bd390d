import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readResults } from './keep-result.ts';
import { type StoredResult, resultsText } from './results-text.ts';

const run: StoredResult = {
  day: '2026-11-25',
  commit: '0123456789ab',
  machine: { processors: 2, model: 'A Model', memoryGiB: 24, node: 'v24.21.0' },
  name: 'orders',
  figures: { p50Ms: 12, p99Ms: 40.5, entryP50Ms: 3, trades: { normal: 7 } },
  ratios: { inProcess: 0.61 },
};

it('draws the page of results from what was kept', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/results/README.md'), 'utf8');
  expect(page).toBe(resultsText(readResults()));
});

it('puts percentiles together, and a run beside the one before it', () => {
  const before = { ...run, day: '2026-11-20', commit: 'ba9876543210', ratios: { inProcess: 0.5 } };
  const text = resultsText(new Map([['orders', [before, run]]]));
  expect(text).toContain('| orders       | 12 ms | 40.5 ms |       | 2026-11-25 | `0123456789ab` |');
  expect(text).toContain('| orders entry | 3 ms  |         |       | 2026-11-25 | `0123456789ab` |');
  expect(text).toContain('2026-11-25, commit `0123456789ab`, 2 processors (A Model), 24 GiB, Node 24.21.0.');
  expect(text).toMatch(/\| `ratios.inProcess` +\| 0.61 +\| 0.5 +\|/);
  expect(text).toMatch(/\| `trades.normal` +\| 7 +\| 7 +\|/);
});
