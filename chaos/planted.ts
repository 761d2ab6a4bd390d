/**
 * Shows that the harness can see: each patch of planted/ puts one fault into a copy of the product, and the same storm
 * over the copy must turn red for the reason that the patch's first lines name. It rages until its first finding. A patch
 * that names an attack (`Seen by: sessions`) is looked for by that attack instead.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { type AttackName, attackNames, attacks, sizesPlanted } from './attacks/attacks.ts';
import { copyProduct } from './copy-product.ts';
import type { ChaosFindings } from './findings.ts';
import { applyPatch } from './patch.ts';
import { storm } from './storm.ts';

const patches = join(import.meta.dirname, 'planted');
const seenAs = /^Seen as: (.+)$/m;
const diesAt = /^Dies at: (.+)$/m;
const seenBy = /^Seen by: (.+)$/m;

export interface PlantedOptions {
  readonly repository: string;
  /** Of each storm. */
  readonly seconds: number;
  readonly seed: number;
  /** Of each attack; undefined: enough for a fault that is there. */
  readonly size?: number | undefined;
  readonly say: (sentence: string) => void;
}

export interface ChaosFault {
  readonly name: string;
  readonly patch: string;
  /** The finding that must be there: its kind, a colon and its words. */
  readonly seenAs: RegExp;
  /** The crash point in whose window the fault shows; armed in every life. */
  readonly crashPoint?: string;
  /** The attack that must see it; undefined: a storm. */
  readonly attack?: AttackName;
}

/** All of them by name. Throws where a patch does not say how it is seen. */
export function chaosFaults(): ChaosFault[] {
  const names = readdirSync(patches).filter((name) => name.endsWith('.patch'));
  return names.toSorted().map((name) => {
    const patch = readFileSync(join(patches, name), 'utf8');
    const words = seenAs.exec(patch)?.[1];
    if (words === undefined) throw new Error(`${name} does not say how it is seen`);
    const crashPoint = diesAt.exec(patch)?.[1];
    const by = seenBy.exec(patch)?.[1];
    const attack = attackNames.find((one) => one === by);
    if (by !== undefined && attack === undefined)
      throw new Error(`${name} is seen by ${by}, which is no attack`);
    return {
      name: basename(name, '.patch'),
      patch,
      seenAs: new RegExp(`^(${words})`),
      ...(crashPoint === undefined ? {} : { crashPoint }),
      ...(attack === undefined ? {} : { attack }),
    };
  });
}

/** Plants one fault after the other; answers how many and how many of them were seen for their reason. */
export async function runChaosFault(faults: readonly ChaosFault[], options: PlantedOptions) {
  let found = 0;
  for (const fault of faults) if (await isSeen(fault, options)) found += 1;
  return { planted: faults.length, found };
}

/** Plants one fault into a copy of the product and lets the storm rage over it until its first finding, or attacks it. */
async function isSeen(fault: ChaosFault, options: PlantedOptions): Promise<boolean> {
  const { name, patch, seenAs: reason } = fault;
  const { repository, say } = options;
  const copy = copyProduct(repository, ['apps/wallet/dist']);
  try {
    applyPatch(patch, copy);
    say(`planted: ${name}`);
    const startedAt = performance.now();
    const findings = await findingsIn(copy, fault, options);
    const [first] = findings.all();
    const proof = findings.all().find((one) => reason.test(one));
    const seen = proof !== undefined;
    const word = seen ? 'seen' : first === undefined ? 'NOT SEEN' : 'SEEN AS SOMETHING ELSE';
    const took = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(`${word}: ${name}, ${took} s, first ${shortened(first ?? 'nothing')}`);
    if (proof !== first && proof !== undefined) say(`  and then ${shortened(proof)}`);
    return seen;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function findingsIn(
  copy: string,
  { attack, crashPoint }: ChaosFault,
  { seconds, seed, size, say }: PlantedOptions,
): Promise<ChaosFindings> {
  if (attack !== undefined) {
    const attacked = await attacks[attack]({
      repository: copy,
      seed,
      size: size ?? sizesPlanted[attack],
      endsAtFirst: true,
      say,
    });
    return attacked.findings;
  }
  const dying = crashPoint === undefined ? {} : { crashPoint };
  const raged = await storm({ repository: copy, seconds, seed, say, endsAtFirst: true, ...dying });
  return raged.findings;
}

function shortened(line: string): string {
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}
