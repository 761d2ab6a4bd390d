/**
 * `npm run chaos -- [--seconds S] [--seed S] [--no-planted | --only-planted | --plant NAME] [--json]`: nothing acknowledged
 * is lost and nothing applied twice, killed servers, books and databases included. Then one fault after the other is
 * planted into a copy of the product, and the same storm must see it. `--sessions`, `--drain` and `--guesses` attack accounts
 * instead (chaos/attacks), `--size N` with so many families or tries, and plant the faults that this attack must see. The last
 * line is one line of JSON.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type AttackName, attackNames, attacks } from './attacks/attacks.ts';
import { type ChaosFault, chaosFaults, runChaosFault } from './planted.ts';
import { storm } from './storm.ts';

const secondsUsual = 60;
/** A planted fault that is not seen after so long is not seen. */
const secondsPlanted = 20;
const secondsMax = 7200;
const sizeMax = 1_000_000;
const repository = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: true },
    'only-planted': { type: 'boolean', default: false },
    plant: { type: 'string' },
    sessions: { type: 'boolean', default: false },
    drain: { type: 'boolean', default: false },
    guesses: { type: 'boolean', default: false },
    size: { type: 'string' },
    json: { type: 'boolean' },
  },
  allowNegative: true,
});
const attack = attackNames.find((name) => values[name]);
const faults = chaosFaults().filter((fault) => isWanted(fault, values.plant));
const isRaging = !values['only-planted'] && values.plant === undefined;
const isPlanting = values.planted || !isRaging;
const seconds = Number(values.seconds ?? secondsUsual);
const seed = Number(values.seed ?? randomInt(1_000_000));
const size = values.size === undefined ? undefined : Number(values.size);
if (!areGood()) {
  console.error(
    `npm run chaos -- [--seconds S, at most ${secondsMax} | --${attackNames.join(' | --')}] [--size N] [--seed S] [--no-planted | --only-planted | --plant NAME] [--json]`,
  );
  process.exitCode = 1;
} else if (faults.length === 0) {
  const names = chaosFaults().map(({ name }) => name);
  console.error(`Which one? --plant ${names.join(', ')}`);
  process.exitCode = 1;
} else {
  const startedAt = performance.now();
  const raged = isRaging ? await rage(attack) : { figures: {}, isGood: true };
  const planted = isPlanting ? await plant() : undefined;
  const isGood = raged.isGood && (planted === undefined || planted.found === planted.planted);
  // Those of a storm or an attack are its own.
  const inAll = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  process.exitCode = isGood ? 0 : 1;
  const name = attack === undefined ? 'chaos' : `chaos-${attack}`;
  console.log(
    JSON.stringify({ name, figures: { seconds: inAll, ...raged.figures, ...planted }, ratios: {} }),
  );
}

function areGood(): boolean {
  const isSize = size === undefined || (Number.isInteger(size) && size >= 1 && size <= sizeMax);
  const isLong = Number.isInteger(seconds) && seconds >= 1 && seconds <= secondsMax;
  return isSize && isLong && Number.isInteger(seed) && attackNames.filter((name) => values[name]).length <= 1;
}

/** One that is named, or those of what rages. */
function isWanted(fault: ChaosFault, name: string | undefined): boolean {
  return name === undefined ? fault.attack === attack : fault.name === name;
}

async function rage(name: AttackName | undefined) {
  const { figures, findings } =
    name === undefined
      ? await storm({ repository, seconds, seed, say })
      : await attacks[name]({ repository, seed, size, say });
  for (const line of findings.lines()) console.error(line);
  return { figures, isGood: findings.total() === 0 };
}

/** Their storms are of the seconds that were asked for where nothing else is. */
async function plant() {
  const wanted = isRaging || values.seconds === undefined ? secondsPlanted : seconds;
  return await runChaosFault(faults, { repository, seconds: wanted, seed, size, say });
}

function say(sentence: string): void {
  console.log(sentence);
}
