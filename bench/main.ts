/**
 * `npm run bench -- <name> [--json] [--keep]`: runs bench/<name>.ts; the last line is always the result as one line of JSON.
 * `--keep` adds it to docs/results, with the day, the commit and the machine.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { circumstances, keepResult } from './results/keep-result.ts';

/** One number, or one for each of several loads. */
type Numbers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export interface Measurement {
  readonly name: string;
  /** Numbers with their unit in the name, for example `coldSeconds`. */
  readonly figures: Numbers;
  /** Both sides measured in one run; what may be compared between machines. */
  readonly ratios: Numbers;
  /** Ratios that this machine cannot measure, and why. */
  readonly skipped?: Readonly<Record<string, string>>;
}

interface Bench {
  readonly run: () => Promise<Measurement>;
}

const name = process.argv.slice(2).find((word) => !word.startsWith('-'));
const file = join(import.meta.dirname, `${name ?? ''}.ts`);
if (name === undefined || name === 'main' || !existsSync(file)) {
  const others = readdirSync(import.meta.dirname).filter(
    (one) => one.endsWith('.ts') && !/^main|\.test\.ts$/.test(one),
  );
  console.error(`Which one? ${others.map((one) => basename(one, '.ts')).join(', ')}`);
  process.exitCode = 1;
} else {
  const bench = (await import(file)) as Bench;
  const circumstance = process.argv.includes('--keep') ? circumstances() : undefined;
  const measurement = await bench.run();
  if (circumstance !== undefined) keepResult(measurement, circumstance);
  console.log(JSON.stringify(measurement));
}
