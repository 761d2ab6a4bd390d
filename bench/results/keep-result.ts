/**
 * Results that are worth keeping: docs/results/<name>.jsonl, one line for each run, the newest last, and the page that is
 * drawn from them.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';

import { type StoredResult, resultsText } from './results-text.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/results');

/** What is kept of a run beside its figures, which say something only together with it. */
type Circumstances = Pick<StoredResult, 'day' | 'commit' | 'machine'>;

/** Asked before anything is measured; throws where the code on disk is not that of its commit. */
export function circumstances(): Circumstances {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':!docs/results');
  if (changed !== '')
    throw new Error(
      `A result is kept of a commit; these files are not committed, so nothing was measured:\n${changed}`,
    );
  const processors = cpus();
  return {
    day: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=12', 'HEAD'),
    machine: {
      processors: processors.length,
      model: processors[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
  };
}

/** Appends one line to the file of the bench, and draws the page anew. */
export function keepResult(measurement: { readonly name: string }, measuredIn: Circumstances): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(
    join(folder, `${measurement.name}.jsonl`),
    `${JSON.stringify({ ...measuredIn, ...measurement })}\n`,
  );
  writeFileSync(join(folder, 'README.md'), resultsText(readResults()));
}

/** Every result that was kept, by bench in alphabetical order, the oldest first. */
export function readResults(): ReadonlyMap<string, readonly StoredResult[]> {
  const files = globSync('*.jsonl', { cwd: folder }).toSorted();
  return new Map(files.map((file) => [basename(file, '.jsonl'), linesOf(file)]));
}

function linesOf(file: string): StoredResult[] {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as StoredResult);
}
