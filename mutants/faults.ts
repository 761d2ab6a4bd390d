/** The planted faults: one patch each, with the test that must see it and the words by which it is seen. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where patches lie: those of everything, and those of facts that two sides state. */
export const folders = {
  planted: join(import.meta.dirname, 'planted'),
  facts: join(import.meta.dirname, 'facts'),
};

export const kinds = ['server', 'money', 'wallet', 'dead'] as const;
export type FaultKind = (typeof kinds)[number];
/** The projects of vitest.config.ts, what is generated before any of them can run, and the types by their tsconfig. */
export const projects = [
  'generated',
  'types',
  'unit',
  'components',
  'database',
  'screens',
  'journeys',
  'robot',
] as const;
export type Project = (typeof projects)[number];

export interface Fault {
  readonly name: string;
  /** What a person would meet, in one sentence. */
  readonly what: string;
  readonly kind: FaultKind;
  readonly caughtBy: { readonly project: Project; readonly file: string };
  /** Settings of the run, such as the screens it looks at. */
  readonly settings: Readonly<Record<string, string>>;
  /** What the failed tests must say: red for another reason is not found. */
  readonly seenAs: RegExp;
  /** Header lines included; a patch reads over them. */
  readonly patch: string;
}

/** All of a folder by name. Throws where a patch lacks one of its first lines. */
export function plantedFaults(folder: string = folders.planted): Fault[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.patch'));
  return files
    .toSorted()
    .map((file) => readFault(basename(file, '.patch'), readFileSync(join(folder, file), 'utf8')));
}

/** Throws where one of its first lines is missing or says what nobody knows. */
export function readFault(name: string, patch: string): Fault {
  const head = patch.split(/^--- /m, 1)[0] ?? '';
  const line = (title: string): string => {
    const value = new RegExp(`^${title}: (.+)$`, 'm').exec(head)?.[1];
    if (value === undefined) throw new Error(`${name}.patch has no line "${title}: …"`);
    return value.trim();
  };
  const one = <Word extends string>(words: readonly Word[], value: string): Word => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new Error(`${name}.patch says "${value}"; there are ${words.join(', ')}`);
    return word;
  };
  const [project = '', file = ''] = line('Caught by').split(' ');
  return {
    name,
    what: line('What'),
    kind: one(kinds, line('Kind')),
    caughtBy: { project: one(projects, project), file },
    settings: settingsOf(/^With: (.+)$/m.exec(head)?.[1] ?? ''),
    seenAs: new RegExp(line('Seen as'), 'm'),
    patch,
  };
}

function settingsOf(value: string): Record<string, string> {
  const pairs = value.split(' ').filter((word) => word.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.replace(/^[^=]*=/, '')]));
}
