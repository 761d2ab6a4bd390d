/** Results that are worth keeping: docs/results/<name>.jsonl, one line for each run, the newest last. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import type { Measurement } from '../main.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/results');

/** A figure says something only together with the day, the code and the machine that it was measured on. */
export type KeptResult = Measurement & {
  /** `2026-11-25`. */
  readonly day: string;
  readonly commit: string;
  readonly machine: {
    readonly processors: number;
    readonly model: string;
    readonly memoryGiB: number;
    readonly node: string;
  };
};

/** Appends one line; throws where the code on disk is not that of its commit. */
export function keepResult(measurement: Measurement): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':!docs/results');
  if (changed !== '') throw new Error(`What was measured is no commit; changed since then:\n${changed}`);
  const processors = cpus();
  const kept: KeptResult = {
    day: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=12', 'HEAD'),
    machine: {
      processors: processors.length,
      model: processors[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    ...measurement,
  };
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${measurement.name}.jsonl`), `${JSON.stringify(kept)}\n`);
}
