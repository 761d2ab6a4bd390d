/**
 * Which hostile values are tried this time: of every field's a third, another one with each commit, so that all are met
 * over a few of them at a third of the price. FUZZ=all takes all; FUZZ_SEED repeats what a run has printed.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';

/** One run takes one of so many parts. */
export const partsOfTable = 3;

export type Rotation =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly seed: string; readonly source: string };

/** What settings and the commit say; without git, a random seed. */
export function readRotation(
  environment: NodeJS.ProcessEnv = process.env,
  commit: () => string | undefined = headCommit,
): Rotation {
  const { FUZZ: range = '', FUZZ_SEED: seed = '' } = environment;
  if (range !== '' && range !== 'all') throw new Error(`FUZZ must be "all" or nothing, not "${range}"`);
  if (range === 'all') return { kind: 'all' };
  if (seed !== '') return { kind: 'part', seed, source: 'given' };
  const head = commit();
  return head === undefined
    ? { kind: 'part', seed: randomBytes(8).toString('hex'), source: 'random' }
    : { kind: 'part', seed: head, source: 'of the commit' };
}

/** What to print, so that a run can be repeated. */
export function describeRotation(rotation: Rotation): string {
  if (rotation.kind === 'all') return 'fuzz: all hostile values (FUZZ=all)';
  return `fuzz: one of ${partsOfTable} hostile values of each field, FUZZ_SEED=${rotation.seed} (${rotation.source})`;
}

/**
 * The values of one field that are tried in this run, in their order. `place` names the field and `nameOf` each of its
 * values once; `groupOf` says what a third is taken of by itself, so that no kind of value is left out by chance.
 */
export function chosenOf<Value>(
  rotation: Rotation,
  place: string,
  values: readonly Value[],
  {
    nameOf,
    groupOf,
  }: { readonly nameOf: (value: Value) => string; readonly groupOf: (value: Value) => string },
): Value[] {
  if (rotation.kind === 'all') return [...values];
  const part = hashOf(rotation.seed, place) % partsOfTable;
  const places = new Map<string, number>();
  // The parts are the same for every seed; a seed only says which of them it is.
  const shuffled = values.toSorted((one, other) => hashOf(place, nameOf(one)) - hashOf(place, nameOf(other)));
  const chosen = new Set(
    shuffled.filter((value) => {
      const group = groupOf(value);
      const at = places.get(group) ?? hashOf(place, group);
      places.set(group, at + 1);
      return at % partsOfTable === part;
    }),
  );
  return values.filter((value) => chosen.has(value));
}

/** 32 bits of a hash. */
function hashOf(...texts: readonly string[]): number {
  return createHash('sha256').update(texts.join('\0')).digest().readUInt32BE();
}

function headCommit(): string | undefined {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return commit.trim() || undefined;
  } catch {
    return undefined;
  }
}
