/**
 * `npm run chaos -- [--seconds S] [--seed S] [--no-planted | --only-planted | --plant NAME] [--json]`: nothing acknowledged
 * is lost and nothing applied twice, killed servers, books and databases included. Then one fault after the other is
 * planted into a copy of the product, and the same storm must see it. The last line is one line of JSON.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chaosFaults, runChaosFault } from './planted.ts';
import { storm } from './storm.ts';

const secondsUsual = 60;
/** A planted fault that is not seen after so long is not seen. */
const secondsPlanted = 20;
const secondsMax = 7200;
const repository = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: true },
    'only-planted': { type: 'boolean', default: false },
    plant: { type: 'string' },
    json: { type: 'boolean' },
  },
  allowNegative: true,
});
const faults = chaosFaults().filter(({ name }) => name === (values.plant ?? name));
const isStorming = !values['only-planted'] && values.plant === undefined;
const isPlanting = values.planted || !isStorming;
const seconds = Number(values.seconds ?? secondsUsual);
const seed = Number(values.seed ?? randomInt(1_000_000));
if (!Number.isInteger(seconds) || seconds < 1 || seconds > secondsMax || !Number.isInteger(seed)) {
  console.error(
    `npm run chaos -- [--seconds S, at most ${secondsMax}] [--seed S] [--no-planted | --only-planted | --plant NAME] [--json]`,
  );
  process.exitCode = 1;
} else if (faults.length === 0) {
  const names = chaosFaults().map(({ name }) => name);
  console.error(`Which one? --plant ${names.join(', ')}`);
  process.exitCode = 1;
} else {
  const startedAt = performance.now();
  const raged = isStorming ? await rage() : { figures: {}, isGood: true };
  const planted = isPlanting ? await plant() : undefined;
  const isGood = raged.isGood && (planted === undefined || planted.found === planted.planted);
  // Those of a storm are its own.
  const inAll = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  process.exitCode = isGood ? 0 : 1;
  console.log(
    JSON.stringify({ name: 'chaos', figures: { seconds: inAll, ...raged.figures, ...planted }, ratios: {} }),
  );
}

async function rage() {
  const { figures, findings } = await storm({ repository, seconds, seed, say });
  for (const line of findings.lines()) console.error(line);
  return { figures, isGood: findings.total() === 0 };
}

/** Their storms are of the seconds that were asked for where nothing else is. */
async function plant() {
  const wanted = isStorming || values.seconds === undefined ? secondsPlanted : seconds;
  return await runChaosFault(faults, { repository, seconds: wanted, seed, say });
}

function say(sentence: string): void {
  console.log(sentence);
}
