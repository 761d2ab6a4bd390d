import type { StateTable } from '../src/states.ts';

/** Everything that the arrows lead to from the firsts, these included. */
export function reachable<State extends string>(table: StateTable<State>): Set<State> {
  const reached = new Set(table.firsts);
  for (const state of reached) for (const next of table.next[state]) reached.add(next);
  return reached;
}
