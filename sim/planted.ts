/**
 * Each patch of planted/<world> puts one fault into a copy of the product. The copy's own run ends at its first finding, and
 * has seen the fault only where that finding is the one that the patch's first lines name.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { copyProduct } from '../chaos/copy-product.ts';
import { applyPatch, patchedFiles } from '../chaos/patch.ts';

const repository = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'planted');
/** Of a copy that did not run. */
const linesReported = 20;
/**
 * The same worlds each time, unless a seed is asked for. Where several programs race in a database, the seed does not say
 * which is first, so a fault gets as many histories as a usual run has; the first one that shows it is the last.
 */
export const seedOfPlanted = 1;

export interface SimFault {
  readonly world: string;
  readonly name: string;
  readonly patch: string;
  readonly seenAs: RegExp;
}

export interface Planting {
  readonly world: string;
  /** How the copy is run. */
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export type Found = { readonly planted: number; readonly found: number };

/** Those of a world by name. Throws where a patch does not say how it is seen. */
export function simFaults(world: string): SimFault[] {
  const files = existsSync(join(folder, world)) ? readdirSync(join(folder, world)) : [];
  const patches = files.filter((file) => file.endsWith('.patch')).toSorted();
  return patches.map((file) => {
    const patch = readFileSync(join(folder, world, file), 'utf8');
    const seenAs = /^Seen as: (.+)$/m.exec(patch)?.[1];
    if (seenAs === undefined) throw new Error(`${world}/${file} does not say how it is seen`);
    return { world, name: basename(file, '.patch'), patch, seenAs: new RegExp(seenAs) };
  });
}

/** Plants one fault of the world after the other. */
export async function runSimFault(planting: Planting): Promise<Found> {
  const faults = simFaults(planting.world);
  // One copy for all: a run writes nothing there, and what a patch changed is put back.
  const copy = copyProduct(repository, ['sim', 'chaos']);
  try {
    let found = 0;
    for (const fault of faults) if (await isSeen(fault, planting, copy)) found += 1;
    return { planted: faults.length, found };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function isSeen(
  { world, name, patch, seenAs }: SimFault,
  planting: Planting,
  copy: string,
): Promise<boolean> {
  const startedAt = performance.now();
  const files = [...patchedFiles(patch, copy).keys()];
  try {
    applyPatch(patch, copy);
    const { finding, output } = await runCopy(copy, planting);
    const isReason = finding !== undefined && seenAs.test(finding);
    const took = ((performance.now() - startedAt) / 1000).toFixed(1);
    const word = isReason ? 'seen' : finding === undefined ? 'NOT SEEN' : 'SEEN AS SOMETHING ELSE';
    console.log(`${word}: ${world} ${name}, ${took} s, ${finding ?? output}`);
    return isReason;
  } finally {
    for (const file of files) copyFileSync(join(repository, file), join(copy, file));
  }
}

/** The first sentence that the simulation in the copy found untrue; none where it found nothing or cannot run at all. */
async function runCopy(
  copy: string,
  { world, words, environment }: Planting,
): Promise<{ finding: string | undefined; output: string }> {
  const child = spawn(
    process.execPath,
    [join(copy, 'sim/main.ts'), '--world', world, '--no-planted', ...words],
    { cwd: copy, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  await new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const lines = output.trim().split('\n');
  const isEnded = lines.some((line) => line.startsWith('{"name":"sim'));
  const finding = isEnded ? lines.find((line) => /^seed \d+: /.test(line)) : undefined;
  return { finding, output: isEnded ? 'nothing found' : lines.slice(-linesReported).join('\n') };
}
