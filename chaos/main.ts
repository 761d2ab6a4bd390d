/**
 * `npm run chaos -- [seconds] [seed] [--json]`: nothing acknowledged is lost and nothing applied twice, killed servers
 * included. `npm run chaos -- --planted` shows that this harness would see it. The last line is one line of JSON.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';

import { runPlanted } from './planted.ts';
import { storm } from './storm.ts';

const secondsUsual = 60;
const secondsPlanted = 20;
const secondsMax = 480;
const repository = join(import.meta.dirname, '..');

const words = process.argv.slice(2);
const numbers = words.filter((word) => !word.startsWith('-')).map(Number);
const isPlanted = words.includes('--planted');
const [seconds = isPlanted ? secondsPlanted : secondsUsual, seed = randomInt(1_000_000)] = numbers;
if (
  numbers.some((number) => !Number.isInteger(number) || number < 0) ||
  seconds < 1 ||
  seconds > secondsMax
) {
  console.error(`npm run chaos -- [seconds, at most ${secondsMax}] [seed] [--planted] [--json]`);
  process.exitCode = 1;
} else if (isPlanted) {
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
