/**
 * What is kept of a test that failed. Every window and every program bears witness as soon as it is opened; the hooks of the
 * journeys (journey-hooks.ts) have it forgotten when a test begins, and kept when one fails.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Witness {
  /** What was noted so far is of no interest any more. */
  forget(): Promise<void>;
  /** Writes what was noted since then into a folder; answers the paths of the files. */
  keep(folder: string): Promise<readonly string[]>;
}

const witnesses = new Set<Witness>();
let areHeard = false;

/** Answers how it leaves. */
export function bearWitness(witness: Witness): () => void {
  witnesses.add(witness);
  return () => void witnesses.delete(witness);
}

/** Whether anybody will ask for what is noted: only then is it worth what it costs. */
export function isEvidenceStored(): boolean {
  return areHeard;
}

/** From now on evidence is kept. */
export function hearWitnesses(): void {
  areHeard = true;
}

export async function forgetEvidence(): Promise<void> {
  await Promise.all([...witnesses].map(async (witness) => await witness.forget()));
}

/** Keeps what all of them noted; a witness that cannot speak any more says why in a file of its own. */
export async function keepEvidence(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const writing = [...witnesses].map(async (witness, index) => {
    try {
      return await witness.keep(folder);
    } catch (error) {
      return keepText(folder, `lost-${index + 1}.txt`, String(error));
    }
  });
  return (await Promise.all(writing)).flat();
}

/** Writes a text, where there is any; answers the path of its file. */
export function keepText(folder: string, name: string, text: string): readonly string[] {
  if (text === '') return [];
  const path = join(folder, name);
  writeFileSync(path, text);
  return [path];
}
