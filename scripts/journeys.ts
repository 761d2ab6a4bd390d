/**
 * `npm run journeys -- [NAME …] [--times N] [--busy N] [--json]`: the journeys whose files are called so, or all but
 * lifecycle, which is a step of its own (`npm run check -- lifecycle`); two files at a time. All of it `--times` over, to the
 * end also where a run is red, with `--busy` loops beside it that take a core each: what is red by chance shows on a busy
 * machine first. The last line is one of JSON: `runs`, then of all runs together `journeys`, `failures`, `axe` (findings of
 * axe on the pages on which they end), `seconds`, `files`, `retries`.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { tests } from './stages.ts';
import { exitCodeOf, isCut, type OutcomeOfStep, runSteps } from './steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
    json: { type: 'boolean' },
  },
});

// Threads of this process, so that they end with it however it ends.
const loops = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;);', { eval: true }));
const outcomes: OutcomeOfStep[] = [];
for (let run = 1; run <= Number(values.times) && !isCut(); run += 1) {
  const name = values.times === '1' ? 'journeys' : `journeys ${run}`;
  outcomes.push(...(await runSteps([{ name, args: [...tests('journeys'), ...positionals] }], 1)));
}
await Promise.all(loops.map(async (loop) => await loop.terminate()));

const sum = (figure: string): number =>
  outcomes.reduce((all, { figures }) => all + (figures[figure] ?? 0), 0);
const reported = ['journeys', 'failures', 'axe', 'seconds', 'files', 'retries'];
const sums = Object.fromEntries(reported.map((figure) => [figure, Number(sum(figure).toFixed(1))]));
console.log(JSON.stringify({ name: 'journeys', figures: { runs: outcomes.length, ...sums }, ratios: {} }));
process.exitCode = exitCodeOf(outcomes.every(({ isGood }) => isGood));
