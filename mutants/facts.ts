/**
 * `npm run check -- facts [--json]`: plants into a copy of the product facts that one side states otherwise than the other
 * (facts/*.patch). Types, or a test that needs no database, must find each within half a minute. The last line is one line
 * of JSON.
 */
import { setUp } from '../scripts/setup.ts';
import { type Fault, folders, plantedFaults } from './faults.ts';
import { plant } from './plant.ts';

/** Somebody who states a fact twice hears of it before the thought is gone. */
const secondsMax = 30;

const startedAt = performance.now();
await setUp(['texts', 'icons']);
const faults = plantedFaults(folders.facts);
const seconds: number[] = [];
let found = 0;
for (const fault of faults) {
  const began = performance.now();
  const { isFound, word, output } = await plant(fault, {});
  const took = secondsSince(began);
  seconds.push(took);
  const isGood = isFound && took <= secondsMax;
  if (isGood) found += 1;
  console.log(`${word}: ${fault.name}, ${took} s, ${by(fault)}`);
  if (!isFound) console.log(`  ${fault.what}\n${output.replaceAll(/^/gm, '  | ')}`);
  else if (!isGood) console.log(`  later than ${secondsMax} s`);
}
process.exitCode = found === faults.length ? 0 : 1;
const figures = {
  planted: faults.length,
  found,
  seconds: secondsSince(startedAt),
  slowestSeconds: Math.max(...seconds),
};
console.log(JSON.stringify({ name: 'facts', figures, ratios: {} }));

function by({ caughtBy: { project, file } }: Fault): string {
  return project === 'generated' ? project : `${project} ${file}`;
}

function secondsSince(before: number): number {
  return Number(((performance.now() - before) / 1000).toFixed(1));
}
