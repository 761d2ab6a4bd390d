/**
 * `npm run chaos -- [--seconds S] [--seed S] [--json]`: nothing acknowledged is lost and nothing applied twice, killed
 * servers, books and databases included. `--planted` shows that this harness would see it, `--plant <name>` plants one
 * fault and tells what a whole storm saw. The last line is one line of JSON.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { plantedFaults, runPlant, runPlanted } from './planted.ts';
import { storm } from './storm.ts';

const secondsUsual = 60;
const secondsPlanted = 20;
const secondsMax = 7200;
const repository = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: false },
    plant: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const isPlanting = values.planted || values.plant !== undefined;
const seconds = Number(values.seconds ?? (isPlanting ? secondsPlanted : secondsUsual));
const seed = Number(values.seed ?? randomInt(1_000_000));
const fault = plantedFaults().find(({ name }) => name === values.plant);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > secondsMax || !Number.isInteger(seed)) {
  console.error(
    `npm run chaos -- [--seconds S, at most ${secondsMax}] [--seed S] [--planted | --plant NAME] [--json]`,
  );
  process.exitCode = 1;
} else if (values.plant !== undefined && fault === undefined) {
  console.error(
    `Which one? --plant ${plantedFaults()
      .map(({ name }) => name)
      .join(', ')}`,
  );
  process.exitCode = 1;
} else if (fault !== undefined) {
  const { figures, findings, isSeen } = await runPlant(fault, { repository, seconds, seed, say });
  for (const line of findings.lines()) console.error(line);
  finish({ ...figures, planted: 1, found: isSeen ? 1 : 0 }, isSeen);
} else if (values.planted) {
  const figures = await runPlanted({ repository, seconds, seed, say });
  finish(figures, figures.found === figures.planted);
} else {
  const { figures, findings } = await storm({ repository, seconds, seed, say });
  for (const line of findings.lines()) console.error(line);
  finish(figures, findings.total() === 0);
}

function say(sentence: string): void {
  console.log(sentence);
}

function finish(figures: Readonly<Record<string, number>>, isGood: boolean): void {
  process.exitCode = isGood ? 0 : 1;
  console.log(JSON.stringify({ name: 'chaos', figures, ratios: {} }));
}
