/**
 * How long a person waits for `npm start`: a clone of HEAD in an empty folder with an empty home, the machine's package
 * cache warm; then again with everything set up. Ready means the printed line and a healthy answer.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, processesOf, repository, startProgram } from '../e2e/program/program.ts';
import type { Measurement } from './main.ts';

const warmStarts = 5;

export async function run(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-start-'));
  // A folder as a person's `git clone` makes it; the closed one is a test's matter.
  chmodSync(folder, 0o755);
  const clone = join(folder, 'marigold');
  const home = join(folder, 'home');
  try {
    execFileSync('git', ['clone', '--quiet', repository, clone], { stdio: 'inherit' });
    mkdirSync(home);
    const env = { HOME: home, PORT: String(await freePort()), ...packageSettings() };
    const coldSeconds = await start(clone, env);
    const warm: number[] = [];
    for (let round = 0; round < warmStarts; round += 1) warm.push(await start(clone, env));
    const warmSeconds =
      warm.toSorted((left, right) => left - right)[Math.floor(warmStarts / 2)] ?? Number.NaN;
    return {
      name: 'start',
      figures: { coldSeconds: rounded(coldSeconds), warmSeconds: rounded(warmSeconds) },
      ratios: { warmOverCold: rounded(warmSeconds / coldSeconds) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(directory: string, env: Readonly<Record<string, string>>): Promise<number> {
  const program = await startProgram({ directory, env });
  console.log(`ready after ${program.secondsToReady.toFixed(2)} s`);
  await program.end();
  const left = processesOf(directory);
  if (left.length > 0) throw new Error(`Still running after the end: ${left.join('; ')}`);
  return program.secondsToReady;
}

/** The empty home must not take away where this machine gets and keeps its packages. */
function packageSettings(): Record<string, string> {
  const settingOf = (name: string): string =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  return { npm_config_cache: settingOf('cache'), npm_config_registry: settingOf('registry') };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
