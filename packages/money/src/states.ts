/**
 * State tables: what may follow what, as data. The program asserts by them, SQL takes from them where a row may come from,
 * and docs/states.md draws them. An arrow that is not in its table does not exist.
 */
import { assert } from './assert.ts';

export type StateTable<State extends string> = {
  /** What one of them is called, with its article. */
  readonly thing: string;
  /** In which of them it may be written down first. */
  readonly firsts: readonly State[];
  /** In which it stays for good. */
  readonly finals: readonly State[];
  /** What may follow each. */
  readonly next: Readonly<Record<State, readonly State[]>>;
};

/** The states of a table, as a type. */
export type StateOf<Table> = Table extends StateTable<infer State> ? State : never;

/** A table whose states are the keys of `next`; another name in it does not compile. */
export function defineStates<State extends string>(table: {
  readonly thing: string;
  readonly firsts: readonly NoInfer<State>[];
  readonly finals: readonly NoInfer<State>[];
  readonly next: Readonly<Record<State, readonly NoInfer<State>[]>>;
}): StateTable<State> {
  return table;
}

/** All states, in the order in which the table names them. */
export function statesOf<State extends string>(table: StateTable<State>): State[] {
  return Object.keys(table.next).filter((name): name is State => Object.hasOwn(table.next, name));
}

export function mayFollow<State extends string>(table: StateTable<State>, from: State, to: State): boolean {
  return table.next[from].includes(to);
}

/** Answers the state that is gone to. Throws Broken where no arrow leads there. */
export function assertMayFollow<State extends string>(
  table: StateTable<State>,
  from: State,
  to: State,
): State {
  // The fact is put into words only where it is none: a batch asks for thousands of rows.
  if (!mayFollow(table, from, to)) assert(false, `${table.thing} goes from ${from} to ${to}`);
  return to;
}

/** As assertMayFollow for each of several in a row. Answers the last one. */
export function assertPath<State extends string>(
  table: StateTable<State>,
  [first, ...others]: readonly [State, ...State[]],
): State {
  return others.reduce((from, to) => assertMayFollow(table, from, to), first);
}

/** As assertPath for something new, which begins in one of the firsts. */
export function assertBegins<State extends string>(
  table: StateTable<State>,
  states: readonly [State, ...State[]],
): State {
  if (!table.firsts.includes(states[0])) assert(false, `${table.thing} begins as ${states[0]}`);
  return assertPath(table, states);
}

/** From where an arrow leads to a state: what an UPDATE names in its WHERE. */
export function before<State extends string>(table: StateTable<State>, to: State): State[] {
  return statesOf(table).filter((from) => mayFollow(table, from, to));
}

export function isFinal<State extends string>(table: StateTable<State>, state: State): boolean {
  return table.finals.includes(state);
}
