/**
 * `npm run mutants -- [NAME …] [--kind K] [--json]`: plants one known fault after the other into a copy of the product and
 * runs the test that must see it. Found is what turns that test red for the reason the patch names. The last line is one
 * line of JSON.
 */
import { parseArgs } from 'node:util';

import { startTestCluster } from '../apps/server/testing/cluster.ts';
import { setUp } from '../scripts/setup.ts';
import { type Fault, kinds, plantedFaults } from './faults.ts';
import { needWeb, plant } from './plant.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: 'string' }, json: { type: 'boolean' } },
});
const all = plantedFaults();
const unknown = positionals.filter((name) => !all.some((fault) => fault.name === name));
const isKindKnown = values.kind === undefined || kinds.some((kind) => kind === values.kind);
if (unknown.length > 0 || !isKindKnown) {
  console.error(
    `npm run mutants -- [NAME …] [--kind ${kinds.join('|')}] [--json]; there are\n${all.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 1;
} else {
  await plantAll(
    all.filter(
      ({ name, kind }) =>
        (positionals.length === 0 || positionals.includes(name)) && (values.kind ?? kind) === kind,
    ),
  );
}

async function plantAll(faults: readonly Fault[]): Promise<void> {
  const startedAt = performance.now();
  // Built once here: a fault that changes none of its sources need not build it again.
  await setUp(
    faults.some(({ caughtBy }) => needWeb.includes(caughtBy.project))
      ? ['texts', 'icons', 'web']
      : ['texts', 'icons'],
  );
  const isDatabase = ({ caughtBy }: Fault): boolean => caughtBy.project === 'database';
  const cluster = faults.some(isDatabase) ? await startTestCluster() : undefined;
  const shared =
    cluster === undefined
      ? {}
      : { TEST_DATABASE_OWNER_URL: cluster.ownerUrl, TEST_DATABASE_URL: cluster.appUrl };
  const found: Fault[] = [];
  try {
    for (const fault of faults) {
      const { project, file } = fault.caughtBy;
      const began = performance.now();
      const { isFound, word, output } = await plant(fault, isDatabase(fault) ? shared : {});
      if (isFound) found.push(fault);
      console.log(`${word}: ${fault.name} (${fault.kind}), ${secondsSince(began)} s, ${project} ${file}`);
      if (!isFound) console.log(`  ${fault.what}\n${output.replaceAll(/^/gm, '  | ')}`);
    }
  } finally {
    await cluster?.stop();
  }
  process.exitCode = found.length === faults.length ? 0 : 1;
  const ofKinds = kinds.flatMap((kind) => [
    [`${kind}Planted`, countOf(faults, kind)],
    [`${kind}Found`, countOf(found, kind)],
  ]);
  const figures = {
    planted: faults.length,
    found: found.length,
    ...Object.fromEntries(ofKinds),
    seconds: secondsSince(startedAt),
  };
  console.log(JSON.stringify({ name: 'mutants', figures, ratios: {} }));
}

function countOf(faults: readonly Fault[], kind: string): number {
  return faults.filter((fault) => fault.kind === kind).length;
}

function secondsSince(startedAt: number): number {
  return Number(((performance.now() - startedAt) / 1000).toFixed(1));
}
