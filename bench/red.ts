/**
 * How long a person waits until `npm test` says what is wrong: clones HEAD, plants faults, runs the whole test there until it
 * has named them, and cuts it then. Budgets in budgets.json. Throws where a fault is not named, or a cut run does not say
 * what it was doing.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { applyPatch } from '../chaos/patch.ts';
import { killProcessesOf, repository } from '../e2e/program/program.ts';
import { plantedFaults } from '../mutants/faults.ts';
import { exceeded } from '../scripts/budgets.ts';
import { watchFixedWork } from '../scripts/processor.ts';
import type { Measurement } from './main.ts';

interface Sought {
  /** The step of scripts/stages.ts that names it. */
  readonly step: string;
  readonly words: RegExp;
}

interface Case {
  /** As its budget is called. */
  readonly figure: string;
  readonly plant: (clone: string) => readonly Sought[];
}

const cases: readonly Case[] = [
  {
    figure: 'typeErrorSeconds',
    plant: (clone) => {
      appendFileSync(join(clone, 'apps/server/src/main.ts'), "\nexport const planted: number = 'a text';\n");
      return [{ step: 'types of the server', words: /src\/main\.ts.*error TS2322/ }];
    },
  },
  { figure: 'databaseTestSeconds', plant: (clone) => plantAll(clone, ['bill-without-its-owner']) },
  { figure: 'layoutSeconds', plant: (clone) => plantAll(clone, ['form-too-wide', 'step-without-name']) },
];

export async function run(): Promise<Measurement> {
  const fixedWorkMs = watchFixedWork();
  const figures: Record<string, number> = {};
  for (const { figure, plant } of cases) figures[figure] = await secondsToRed(plant);
  const late = exceeded(figures, fixedWorkMs());
  if (late.length > 0) throw new Error(late.join('\n'));
  return { name: 'red', figures, ratios: {} };
}

async function secondsToRed(plant: Case['plant']): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-red-'));
  // A folder as a person's `git clone` makes it: the database's own user must reach it.
  chmodSync(folder, 0o755);
  const clone = join(folder, 'marigold');
  try {
    execFileSync('git', ['clone', '--quiet', repository, clone], { stdio: 'inherit' });
    return await untilNamed(clone, plant(clone));
  } finally {
    killProcessesOf(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tells the lines as they come, cuts the run once everything sought was said, and answers when that was. */
async function untilNamed(clone: string, sought: readonly Sought[]): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['test'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const unsaid = new Set(sought);
  let seconds = Number.NaN;
  let isCutNamed = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number.isNaN(seconds)) console.log(line);
    isCutNamed ||= line.includes('CUT by SIGTERM');
    for (const one of unsaid) if (isNamed(line, one)) unsaid.delete(one);
    if (unsaid.size > 0 || !Number.isNaN(seconds)) continue;
    seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  }
  const missing = [...unsaid].map(({ step, words }) => `${step}: ${words.source}`);
  if (missing.length > 0) throw new Error(`npm test ended and never said\n${missing.join('\n')}`);
  if (!isCutNamed) throw new Error('npm test was cut and did not say what it was doing');
  return seconds;
}

/** A line of scripts/steps.ts is `m:ss step | words`. */
function isNamed(line: string, { step, words }: Sought): boolean {
  const [head = '', rest = ''] = line.split(/ \| (.*)/, 2);
  return head.endsWith(` ${step}`) && words.test(rest);
}

function plantAll(clone: string, names: readonly string[]): Sought[] {
  // It would say first that a patch which is planted fits no more.
  rmSync(join(clone, 'mutants/planted.test.ts'));
  return names.map((name) => {
    const fault = plantedFaults().find((one) => one.name === name);
    if (fault === undefined) throw new Error(`There is no planted fault ${name}`);
    applyPatch(fault.patch, clone);
    return { step: fault.caughtBy.project, words: fault.seenAs };
  });
}
