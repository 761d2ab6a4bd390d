/** The fast part of the tests: everything but browsers and whole programs. `npm run check -- types lint` runs some. */
import { runSteps, type Step } from './steps.ts';

const tsc = 'node_modules/typescript/bin/tsc';

/** The slowest first, so that the two lanes end together. */
const steps: readonly Step[] = [
  {
    name: 'tests',
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'database'],
  },
  {
    name: 'simulated trading',
    args: ['sim/main.ts', '--world', 'trading', '--seeds', '2000', '--no-planted'],
  },
  { name: 'types of the server', args: [tsc, '-p', 'tsconfig.node.json'] },
  { name: 'types of the wallet', args: [tsc, '-p', 'tsconfig.browser.json'] },
  { name: 'types of the worker', args: [tsc, '-p', 'tsconfig.worker.json'] },
  { name: 'types of the journeys', args: [tsc, '-p', 'tsconfig.e2e.json'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'layers', args: ['scripts/boundaries.ts'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
];

/** Runs the named steps, by first word, or all of them; answers whether all were good. */
export async function check(names: readonly string[] = []): Promise<boolean> {
  const chosen = steps.filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)));
  if (chosen.length === 0)
    throw new Error(`No such step; there are ${steps.map(({ name }) => name).join(', ')}.`);
  return await runSteps(chosen);
}

if (import.meta.main) process.exitCode = (await check(process.argv.slice(2))) ? 0 : 1;
