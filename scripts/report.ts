/** The report of the last `npm test`: test-results/report.json, written anew after each stage. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Figures, OutcomeOfStep } from './steps.ts';

const file = join(import.meta.dirname, '../test-results/report.json');

export interface Report {
  /** Every step ran and was good, and no budget is exceeded. */
  readonly isGood: boolean;
  /** `minutes` of wall time, `retries` of tests (there are none: red is red), `cpuMinutes` of all processes. */
  readonly figures: Figures;
  /** Processor seconds by step. */
  readonly cpuSeconds: Figures;
  readonly steps: readonly OutcomeOfStep[];
  readonly problems: readonly string[];
}

export function writeReport(report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** The last report; undefined where `npm test` has not run yet. */
export function readReport(): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
