/** Each patch of planted/<world> puts one fault into a copy of the product; the copy's own run must see it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { copyProduct } from '../chaos/copy-product.ts';
import { applyPatch } from '../chaos/patch.ts';

const repository = join(import.meta.dirname, '..');

export interface Planting {
  readonly world: string;
  /** How the copy is run. */
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export async function runPlanted(planting: Planting): Promise<{ planted: number; found: number }> {
  const folder = join(import.meta.dirname, 'planted', planting.world);
  const patches = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.patch')) : [];
  let found = 0;
  for (const file of patches.toSorted()) {
    const copy = copyProduct(repository, ['sim', 'chaos']);
    try {
      applyPatch(readFileSync(join(folder, file), 'utf8'), copy);
      const isSeen = await runCopy(copy, planting);
      if (isSeen) found += 1;
      console.log(`${isSeen ? 'seen' : 'NOT SEEN'}: ${basename(file, '.patch')}`);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
  return { planted: patches.length, found };
}

/** Whether the simulation in the copy found something broken; a copy that cannot run at all has found nothing. */
async function runCopy(copy: string, { world, words, environment }: Planting): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [join(copy, 'sim/main.ts'), '--world', world, '--no-planted', ...words],
    { cwd: copy, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
  await new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const last = said.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) throw new Error(`the copy did not come to its end:\n${said}`);
  return (JSON.parse(last) as { figures: { failures: number } }).figures.failures > 0;
}
