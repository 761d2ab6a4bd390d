/**
 * Everything: the checks, then the journeys in a real browser and the life of the whole program, then a short storm. One
 * after the other, because whole programs side by side would measure each other.
 */
import { check } from './check.ts';
import { setUp } from './setup.ts';
import { runSteps } from './steps.ts';

const isChecked = await check();
await setUp(['web']);
const isJourneyed = await runSteps([
  { name: 'journeys', args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e'] },
]);
const isUnbroken = await runSteps([{ name: 'chaos', args: ['chaos/main.ts', '20'] }]);
process.exitCode = isChecked && isJourneyed && isUnbroken ? 0 : 1;
