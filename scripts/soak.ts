/**
 * `npm run soak [-- NAME …]`: what is too long for each change: every planted fault and how soon it is named, all hostile
 * values, the robot in every language and size, ten runs of the journeys on a busy machine, long storms and long histories.
 * CONTRIBUTING says how often. Stops after the first that is red.
 */
import { languageIds } from '@marigold/texts/languages';

import { isWholeAndGood, runStages, type Stage, tests } from './stages.ts';
import { exitCodeOf, type Step, outcomeTable } from './steps.ts';

const alone = (step: Step): Stage => ({ name: step.name, lanes: 1, steps: [step] });
const robots = languageIds.flatMap((language) =>
  ['375', '1190'].map((width) => ({
    name: `robot ${language} ${width}`,
    args: tests('robot'),
    env: { ROBOT_LANGUAGE: language, ROBOT_WIDTH: width },
  })),
);
const long: readonly Step[] = [
  { name: 'planted faults', args: ['mutants/main.ts', '--json'] },
  { name: 'time to red', args: ['bench/main.ts', 'red', '--json'] },
  { name: 'every hostile value', args: tests('database'), env: { FUZZ: 'all' } },
  ...robots,
  { name: 'busy journeys', args: ['scripts/journeys.ts', '--times', '10', '--busy', '2'] },
  { name: 'storm', args: ['chaos/main.ts', '--seconds', '600', '--no-planted'] },
  { name: 'planted in storms', args: ['chaos/main.ts', '--only-planted'] },
  { name: 'copied sessions', args: ['chaos/main.ts', '--sessions'] },
  { name: 'frozen accounts', args: ['chaos/main.ts', '--drain'] },
  { name: 'guessed secrets', args: ['chaos/main.ts', '--guesses'] },
  { name: 'planted in histories', args: ['sim/main.ts', '--only-planted'] },
  { name: 'trading', args: ['sim/main.ts', '--world', 'trading', '--seeds', '200000', '--no-planted'] },
  { name: 'deposits', args: ['sim/main.ts', '--world', 'deposits', '--payments', '20000', '--no-planted'] },
  {
    name: 'withdrawals',
    args: ['sim/main.ts', '--world', 'withdrawals', '--payments', '2000', '--no-planted'],
  },
  { name: 'identities', args: ['sim/main.ts', '--world', 'identity', '--payments', '20000', '--no-planted'] },
  { name: 'cards', args: ['sim/main.ts', '--world', 'cards', '--payments', '20000', '--no-planted'] },
  { name: 'accounts', args: ['sim/main.ts', '--world', 'security', '--seeds', '200000', '--no-planted'] },
  { name: 'whole way', args: ['sim/main.ts', '--world', 'whole', '--payments', '10000', '--no-planted'] },
];

const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = long.filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)));
const stages = chosen.map(alone);
const outcomes = await runStages(stages);
console.log(`\n${outcomeTable(outcomes)}`);
process.exitCode = exitCodeOf(isWholeAndGood(stages, outcomes));
