/**
 * Shows that the harness can see: each patch of planted/ puts one fault into a copy of the product, and the same storm
 * over the copy must turn red for the reason that the patch's first lines name.
 */
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

import { isKind, type Kind } from './findings.ts';
import { applyPatch } from './patch.ts';
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

export interface PlantedFault {
  readonly name: string;
  readonly patch: string;
  /** The findings of which at least one must be there. */
  readonly kinds: readonly Kind[];
}

export function plantedFaults(): PlantedFault[] {
  const names = readdirSync(patches).filter((name) => name.endsWith('.patch'));
  return names.toSorted().map((name) => {
    const patch = readFileSync(join(patches, name), 'utf8');
    const kinds = seenAs.exec(patch)?.[1]?.split(', ') ?? [];
    return { name: basename(name, '.patch'), patch, kinds: kinds.filter(isKind) };
  });
}

/** Plants one fault after the other; answers how many and how many of them were seen. */
export async function runPlanted({ repository, seconds, seed, say }: PlantedOptions) {
  const faults = plantedFaults();
  let found = 0;
  for (const { name, patch, kinds } of faults) {
    const copy = copyProduct(repository);
    try {
      applyPatch(patch, copy);
      say(`planted: ${name}`);
      const { findings } = await storm({ repository: copy, seconds, seed, say });
      const isSeen = kinds.some((kind) => findings.count(kind) > 0);
      if (isSeen) found += 1;
      say(`${isSeen ? 'seen' : 'NOT SEEN'}: ${findings.lines().map(shortened).join(' | ')}`);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
  return { planted: faults.length, found };
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
