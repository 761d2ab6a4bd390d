/**
 * `npm run journeys -- [NAME …] [--json]`: the journeys whose files are called so, or all but lifecycle,
 * which is a step of its own (`npm run check -- lifecycle`); two files at a time. The last line is one of JSON:
 * `journeys`, `failures`, `axe` (findings of axe on the pages on which they end), `seconds`.
 */
import { tests } from './stages.ts';
import { exitCodeOf, runSteps } from './steps.ts';

const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const [outcome] = await runSteps([{ name: 'journeys', args: [...tests('journeys'), ...names] }], 1);
const { journeys = 0, failures = 0, axe = 0, seconds = 0, files = 0, retries = 0 } = outcome?.figures ?? {};
const figures = { journeys, failures, axe, seconds, files, retries };
console.log(JSON.stringify({ name: 'journeys', figures, ratios: {} }));
process.exitCode = exitCodeOf(outcome?.isGood === true);
