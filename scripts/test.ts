/**
 * Everything: the checks, then the journeys in a real browser and the life of the whole program, then a short storm and
 * short simulations. One after the other, because whole programs side by side would measure each other.
 */
import { check } from './check.ts';
import { setUp } from './setup.ts';
import { runSteps } from './steps.ts';

const isChecked = await check();
await setUp(['web']);
const isJourneyed = await runSteps([
  {
    name: 'journeys',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['screens', 'journeys', 'robot'].flatMap((name) => ['--project', name]),
    ],
  },
]);
const isUnbroken = await runSteps([{ name: 'chaos', args: ['chaos/main.ts', '--seconds', '20'] }]);
const sim = (world: string, ...words: string[]) => ({
  name: `simulated ${world}`,
  args: ['sim/main.ts', '--world', world, '--no-planted', ...words],
});
// Trading takes every core for itself.
const isTraded = await runSteps([sim('trading', '--seeds', '20000')]);
const isSimulated = await runSteps([
  sim('deposits', '--payments', '2000'),
  sim('withdrawals', '--payments', '80'),
]);
process.exitCode = isChecked && isJourneyed && isUnbroken && isTraded && isSimulated ? 0 : 1;
