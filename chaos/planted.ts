/**
 * Shows that the harness can see: each patch of planted/ puts one fault into a copy of the product, and the same storm
 * over the copy must turn red for the reason that the patch's first lines name.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { Kind } from './findings.ts';
import { storm } from './storm.ts';

const patches = join(import.meta.dirname, 'planted');
const seenAs = /^Seen as: (.+)$/m;

export interface PlantedOptions {
  readonly repository: string;
  /** Of each storm. */
  readonly seconds: number;
  readonly seed: number;
  readonly say: (sentence: string) => void;
}

/** Plants one fault after the other; answers how many and how many of them were seen. */
export async function runPlanted({ repository, seconds, seed, say }: PlantedOptions) {
  const names = readdirSync(patches).filter((name) => name.endsWith('.patch'));
  let found = 0;
  for (const name of names) {
    const patch = join(patches, name);
    const kinds = (seenAs.exec(readFileSync(patch, 'utf8'))?.[1] ?? '').split(', ') as Kind[];
    const copy = copyProduct(repository);
    try {
      execFileSync('git', ['apply', patch], { cwd: copy, stdio: 'inherit' });
      say(`planted: ${basename(name, '.patch')}`);
      const { findings } = await storm({ repository: copy, seconds, seed, say });
      const isSeen = kinds.some((kind) => findings.count(kind) > 0);
      if (isSeen) found += 1;
      say(`${isSeen ? 'seen' : 'NOT SEEN'}: ${findings.lines().map(shortened).join(' | ')}`);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
  return { planted: names.length, found };
}

function shortened(line: string): string {
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}

/** The product's own files, with the packages of this folder; its workspaces are those of the copy. */
function copyProduct(repository: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'marigold-planted-'));
  chmodSync(copy, 0o755);
  for (const part of ['package.json', 'packages', 'apps/server', 'apps/wallet/dist'])
    cpSync(join(repository, part), join(copy, part), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  const packages = join(repository, 'node_modules');
  mkdirSync(join(copy, 'node_modules', '@marigold'), { recursive: true });
  for (const name of readdirSync(packages).filter((one) => one !== '@marigold' && !one.startsWith('.')))
    symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@marigold', name));
  return copy;
}
