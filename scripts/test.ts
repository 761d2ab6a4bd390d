/** Everything: the checks, then the journeys in a real browser and the life of the whole program. */
import { check } from './check.ts';
import { setUp } from './setup.ts';
import { runSteps } from './steps.ts';

const isChecked = await check();
await setUp(['web']);
const isJourneyed = await runSteps([
  { name: 'journeys', args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e'] },
]);
process.exitCode = isChecked && isJourneyed ? 0 : 1;
