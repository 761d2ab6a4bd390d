/** What was found wrong, by kind. A kind is a promise that was broken; the examples say where. */
const kinds = [
  // Acknowledged and not there, or not as it was acknowledged.
  'lost',
  // One intent applied more than once.
  'duplicated',
  // There without an intent, or although its last word was a refusal.
  'phantom',
  // Journal, transfer, both bills and the request's key do not tell one story.
  'torn',
  // A balance that is not what the model says, a sum that changed, or something below zero.
  'balance',
  // Another body was accepted under a used key.
  'reuse',
  // One key was answered in two ways, or with an answer the contract does not know here.
  'answer',
  // An answer with status 500.
  'defect',
  // What the auditor of the product says.
  'audit',
  // The program ended by itself, did not start, or did not come back.
  'availability',
  // Half of a session, a copy or a guess was let in.
  'entered',
  // Somebody who did nothing wrong was kept out.
  'excluded',
  // Value left, or a credential changed, that a freeze should have held.
  'moved',
  // An attack left no trace, or a copy was not found.
  'unnoticed',
] as const;
export type ChaosFindingKind = (typeof kinds)[number];

export function isKind(word: string): word is ChaosFindingKind {
  return kinds.some((kind) => kind === word);
}

const examplesMax = 5;

export interface ChaosFindings {
  add(kind: ChaosFindingKind, example: string): void;
  count(kind: ChaosFindingKind): number;
  total(): number;
  /** The first examples of each kind, each with its kind and a colon before it. */
  all(): string[];
  /** One line per kind with its first examples. */
  lines(): string[];
}

export function createFindings(): ChaosFindings {
  const found = new Map<ChaosFindingKind, { count: number; examples: string[] }>();
  return {
    add(kind, example) {
      const entry = found.get(kind) ?? { count: 0, examples: [] };
      found.set(kind, entry);
      entry.count += 1;
      if (entry.examples.length < examplesMax) entry.examples.push(example);
    },
    count: (kind) => found.get(kind)?.count ?? 0,
    total: () => [...found.values()].reduce((sum, { count }) => sum + count, 0),
    all: () => [...found].flatMap(([kind, { examples }]) => examples.map((example) => `${kind}: ${example}`)),
    lines: () => [...found].map(([kind, { count, examples }]) => `${kind} ${count}: ${examples.join('; ')}`),
  };
}
