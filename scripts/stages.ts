/**
 * Everything that is checked, as data: stages in the order in which they run, the cheapest and likeliest to be red first.
 * `npm test` stops after the first stage that is red; `npm run check` runs the steps that are not slow.
 */
import { isCut, type OutcomeOfStep, runSteps, type Step } from './steps.ts';

export interface Stage {
  readonly name: string;
  /** How many of its steps run at a time. Two cores are what the times are promised for. */
  readonly lanes: number;
  readonly steps: readonly Step[];
}

const tsc = 'node_modules/typescript/bin/tsc';
const knip = 'node_modules/knip/bin/knip.js';
/** What only tests, benches and simulations use counts as unused then. */
const productOnly = ['--config', 'knip.product.json', '--production', '--include', 'files,exports,types'];

/** One project of vitest.config.ts, a line for each file as it ends (scripts/file-lines.ts). */
export const tests = (project: string): Step['args'] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  project,
  '--reporter',
  './scripts/file-lines.ts',
];
const simulated = (world: string, ...words: string[]): Step => ({
  name: `simulated ${world}`,
  args: ['sim/main.ts', '--world', world, '--no-planted', ...words],
  isSlow: true,
});

export const stages: readonly Stage[] = [
  {
    name: 'static',
    lanes: 2,
    steps: [
      { name: 'types of the server', args: [tsc, '-p', 'tsconfig.node.json'] },
      { name: 'types of the wallet', args: [tsc, '-p', 'tsconfig.browser.json'] },
      { name: 'types of the journeys', args: [tsc, '-p', 'tsconfig.e2e.json'] },
      { name: 'types of the worker', args: [tsc, '-p', 'tsconfig.worker.json'] },
      { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
      { name: 'unused code', args: [knip] },
      { name: 'unused in the product', args: [knip, ...productOnly] },
      { name: 'layers', args: ['scripts/boundaries.ts'] },
      { name: 'asvs', args: ['scripts/asvs.ts'] },
      { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
    ],
  },
  { name: 'unit', lanes: 1, steps: [{ name: 'unit', args: tests('unit') }] },
  { name: 'database', lanes: 1, steps: [{ name: 'database', args: tests('database'), isSlow: true }] },
  {
    name: 'pages',
    lanes: 2,
    steps: [
      { name: 'web build', args: ['scripts/setup.ts', 'web'], isSlow: true },
      { name: 'components', args: tests('components'), isSlow: true },
    ],
  },
  {
    // The journeys mostly wait: they run beside the two passes that keep a browser busy.
    name: 'browser',
    lanes: 2,
    steps: [
      { name: 'screens', args: tests('screens'), isSlow: true },
      { name: 'journeys', args: tests('journeys'), isSlow: true },
      { name: 'robot', args: tests('robot'), isSlow: true },
      { name: 'first screen', args: ['bench/main.ts', 'web', '--json'], isSlow: true },
    ],
  },
  // Builds the pages anew for other settings, in this folder: nothing else may be served from it meanwhile.
  { name: 'lifecycle', lanes: 1, steps: [{ name: 'lifecycle', args: tests('lifecycle'), isSlow: true }] },
  {
    name: 'chaos',
    lanes: 1,
    steps: [{ name: 'chaos', args: ['chaos/main.ts', '--seconds', '20', '--no-planted'], isSlow: true }],
  },
  // Trading takes every core for itself.
  { name: 'simulated trading', lanes: 1, steps: [simulated('trading', '--seeds', '20000')] },
  {
    name: 'simulated chains',
    lanes: 2,
    steps: [
      simulated('deposits', '--payments', '2000'),
      simulated('withdrawals', '--payments', '80'),
      simulated('whole', '--payments', '500'),
      simulated('identity', '--payments', '250'),
      simulated('cards', '--payments', '80'),
    ],
  },
  {
    name: 'accounts',
    lanes: 2,
    steps: [
      simulated('security', '--seeds', '20000'),
      { name: 'factors', args: ['scripts/factors.ts', '--json'], isSlow: true },
      { name: 'canaries', args: ['scripts/canaries/main.ts', '--json'], isSlow: true },
    ],
  },
  // Alone, because it is a time: what a person waits for after a clone.
  {
    name: 'cold start',
    lanes: 1,
    steps: [{ name: 'cold start', args: ['bench/main.ts', 'start', '--json'], isSlow: true }],
  },
];

/** Runs only when it is named: it plants faults, so its tests are those that `npm test` runs anyway. */
export const namedStages: readonly Stage[] = [
  { name: 'facts', lanes: 1, steps: [{ name: 'facts', args: ['mutants/facts.ts', '--json'], isSlow: true }] },
];

/**
 * Runs stages one after the other and stops after the first that is red or cut; answers the outcomes of all steps that
 * ended, and tells them after each stage.
 */
export async function runStages(
  chosen: readonly Stage[],
  onStage: (stage: Stage, outcomes: readonly OutcomeOfStep[]) => void = () => undefined,
): Promise<OutcomeOfStep[]> {
  const outcomes: OutcomeOfStep[] = [];
  for (const stage of chosen) {
    outcomes.push(...(await runSteps(stage.steps, stage.lanes)));
    onStage(stage, outcomes);
    if (outcomes.some(({ isGood }) => !isGood) || isCut()) break;
  }
  return outcomes;
}

/** Whether every step of the stages ran and was good. */
export function isWholeAndGood(chosen: readonly Stage[], outcomes: readonly OutcomeOfStep[]): boolean {
  const wanted = chosen.flatMap(({ steps }) => steps).length;
  return outcomes.length === wanted && outcomes.every(({ isGood }) => isGood);
}
