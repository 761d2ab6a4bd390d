/**
 * Shows that the harness can see: each patch of planted/ puts one fault into a copy of the product, and the same storm
 * over the copy must turn red for the reason that the patch's first lines name.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { copyProduct } from './copy-product.ts';
import { isKind, type Kind } from './findings.ts';
import { applyPatch } from './patch.ts';
import { storm } from './storm.ts';

const patches = join(import.meta.dirname, 'planted');
const seenAs = /^Seen as: (.+)$/m;
const diesAt = /^Dies at: (.+)$/m;

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
  /** The crash point in whose window the fault shows; armed in every life. */
  readonly crashPoint?: string;
}

export function plantedFaults(): PlantedFault[] {
  const names = readdirSync(patches).filter((name) => name.endsWith('.patch'));
  return names.toSorted().map((name) => {
    const patch = readFileSync(join(patches, name), 'utf8');
    const kinds = seenAs.exec(patch)?.[1]?.split(', ') ?? [];
    const crashPoint = diesAt.exec(patch)?.[1];
    return {
      name: basename(name, '.patch'),
      patch,
      kinds: kinds.filter(isKind),
      ...(crashPoint === undefined ? {} : { crashPoint }),
    };
  });
}

/** Plants one fault after the other; answers how many and how many of them were seen. */
export async function runPlanted(options: PlantedOptions) {
  const faults = plantedFaults();
  let found = 0;
  for (const fault of faults) if ((await runPlant(fault, options)).isSeen) found += 1;
  return { planted: faults.length, found };
}

/** Plants one fault into a copy of the product and lets the storm rage over it. */
export async function runPlant(
  { name, patch, kinds, crashPoint }: PlantedFault,
  { repository, seconds, seed, say }: PlantedOptions,
) {
  const copy = copyProduct(repository, ['apps/wallet/dist']);
  try {
    applyPatch(patch, copy);
    say(`planted: ${name}`);
    const { figures, findings } = await storm({
      repository: copy,
      seconds,
      seed,
      say,
      ...(crashPoint === undefined ? {} : { crashPoint }),
    });
    const isSeen = kinds.some((kind) => findings.count(kind) > 0);
    say(`${isSeen ? 'seen' : 'NOT SEEN'}: ${findings.lines().map(shortened).join(' | ')}`);
    return { figures, findings, isSeen };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function shortened(line: string): string {
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}
