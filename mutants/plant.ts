/** Plants one fault into a copy of this repository and runs the test there that must see it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { copyRepository } from '../chaos/copy-product.ts';
import { applyPatch } from '../chaos/patch.ts';
import { killProcessesOf } from '../e2e/program/program.ts';
import type { Fault, Project } from './faults.ts';

const repository = join(import.meta.dirname, '..');
const minutesMax = 10;
const linesReported = 80;
const tsc = 'node_modules/typescript/bin/tsc';

/** The projects whose tests open the web build. */
export const needWeb: readonly Project[] = ['screens', 'journeys', 'robot'];

export interface PlantVerdict {
  readonly isFound: boolean;
  /** Why not, or how: a few words. */
  readonly word:
    | 'found'
    | 'NOT SEEN'
    | 'RED FOR ANOTHER REASON'
    | 'DOES NOT FIT'
    | 'DOES NOT BUILD'
    | 'DOES NOT RUN';
  /** The last that was said. */
  readonly output: string;
}

interface Run {
  readonly isGood: boolean;
  readonly output: string;
}

/** `settings` are those of every run; a fault's own come after them. */
export async function plant(fault: Fault, settings: Readonly<Record<string, string>>): Promise<PlantVerdict> {
  const copy = copyRepository(repository);
  const end = (): void => {
    killProcessesOf(copy);
    rmSync(copy, { recursive: true, force: true });
  };
  const endAll = (): never => {
    end();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAll);
  try {
    const misfit = applied(fault, copy);
    if (misfit !== undefined) return verdict('DOES NOT FIT', misfit);
    const { project } = fault.caughtBy;
    const generated = ['texts', 'icons', ...(needWeb.includes(project) ? ['web'] : [])];
    const built = await run(copy, ['scripts/setup.ts', ...generated], settings);
    if (project === 'generated') return verdictOfSight(built, fault.seenAs);
    if (!built.isGood) return verdict('DOES NOT BUILD', built.output);
    if (project === 'types')
      return verdictOfSight(await run(copy, [tsc, '-p', fault.caughtBy.file], settings), fault.seenAs);
    return await runTest(copy, fault, settings);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endAll);
    end();
  }
}

/** Changes the copy; answers why that cannot be done where the product is another one by now. */
function applied({ patch }: Fault, copy: string): string | undefined {
  try {
    applyPatch(patch, copy);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** For a fault with which nothing may be generated or compiled at all. */
function verdictOfSight({ isGood, output }: Run, seenAs: RegExp): PlantVerdict {
  if (isGood) return verdict('NOT SEEN', output);
  return verdict(seenAs.test(output) ? 'found' : 'RED FOR ANOTHER REASON', output);
}

async function runTest(
  copy: string,
  { caughtBy: { project, file }, settings: own, seenAs }: Fault,
  settings: Readonly<Record<string, string>>,
): Promise<PlantVerdict> {
  const results = join(copy, 'results-of-this-run.json');
  const { isGood, output } = await run(
    copy,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      file,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
    { ...settings, ...own },
  );
  if (isGood) return verdict('NOT SEEN', output);
  // A file that cannot be read, a program that does not start: nothing was looked at.
  if (failedTests(results) === 0) return verdict('DOES NOT RUN', output);
  return verdict(seenAs.test(failedOutput(output)) ? 'found' : 'RED FOR ANOTHER REASON', output);
}

function verdict(word: PlantVerdict['word'], output: string): PlantVerdict {
  const lastLines = output.trim().split('\n').slice(-linesReported).join('\n');
  return { isFound: word === 'found', word, output: lastLines };
}

function failedTests(results: string): number {
  if (!existsSync(results)) return 0;
  return (JSON.parse(readFileSync(results, 'utf8')) as { readonly numFailedTests: number }).numFailedTests;
}

/** What stands under "Failed Tests", without the lines of source: those say nothing about this run. */
export function failedOutput(output: string): string {
  const from = output.search(/^.*Failed Tests \d+/m);
  const lines = from < 0 ? [] : output.slice(from).split('\n');
  return lines.filter((line) => !/^\s*\d*\|/.test(line)).join('\n');
}

async function run(
  copy: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Run> {
  const child = spawn(process.execPath, words, {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  const late = setTimeout(() => {
    output += `\nended after ${minutesMax} minutes\n`;
    killProcessesOf(copy);
  }, minutesMax * 60_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  return { isGood: code === 0, output };
}
