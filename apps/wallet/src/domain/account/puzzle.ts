/** Calls that want work of the browser while there is a flood of them (docs/decisions/0054). */
import type { PuzzlePurpose } from '@marigold/contract/calls/puzzle';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput } from '@marigold/contract/endpoint';

import type { CallOptions, RefusalFor, Result } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';

/** The calls that may ask for a puzzle. */
type WorkPath = { [P in Path]: 'puzzle_needed' extends RefusalFor<P> ? P : never }[Path];

/** security.md 9.2: what takes longer is explained. */
const slowMs = 2000;

/**
 * Makes a call; where it is refused for want of a puzzle, fetches one, solves it and makes the call again with the answer.
 * `onSlow` is called when that takes two seconds. Where no answer is found the first refusal stands.
 */
export async function callWithWork<P extends WorkPath>(
  path: P,
  input: WireInput<Contract[P]>,
  options: CallOptions & { readonly onSlow: () => void },
): Promise<Result<P>> {
  const { onSlow, ...how } = options;
  const first = await call(path, input, how);
  if (first.ok || first.kind !== 'refusal' || first.refusal !== 'puzzle_needed') return first;
  const slow = setTimeout(onSlow, slowMs);
  try {
    const made = await call('user/puzzle', { scene: first.facts['scene'] as PuzzlePurpose }, how);
    if (!made.ok) return made;
    // No workers here, or a version whose files are gone.
    const puzzle = await solve(made.data.puzzle).catch(() => undefined);
    return puzzle === undefined ? first : await call(path, { ...input, puzzle }, how);
  } finally {
    clearTimeout(slow);
  }
}

async function solve(puzzle: string): Promise<string | undefined> {
  const { solvePuzzle } = await import('./solve-puzzle.ts');
  return await solvePuzzle(puzzle);
}
