/**
 * A way through several steps as a table: which step an event leads to, and what is to be done then. The table can be
 * read, walked and tested without a screen; whoever uses it brings what is known and carries the effects out.
 */
import { createStore, type Store } from '../device/store.ts';

export type StepRow<Step extends string, Effect extends string> = {
  readonly to: Step;
  /** Carried out in this order, once the step is taken. */
  readonly does?: readonly Effect[];
};

/** An event that a step does not name changes nothing there. */
export type StepTable<Step extends string, Event extends string, Effect extends string> = {
  readonly [From in Step]: { readonly [On in Event]?: StepRow<Step, Effect> };
};

/** Where an event leads from a step; undefined where that step does not know it. */
export function rowOf<Step extends string, Event extends string, Effect extends string>(
  table: StepTable<Step, Event, Effect>,
  from: Step,
  event: Event,
): StepRow<Step, Effect> | undefined {
  return table[from][event];
}

/** A step with what is known on it. */
type Stepped = { readonly step: string };

/** What events may say anew, of any step. */
type Known<State extends Stepped> = State extends unknown ? Partial<Omit<State, 'step'>> : never;

export type Steps<State extends Stepped, Event extends string, Effect extends string> = {
  readonly state: Store<State>;
  /**
   * Takes the step that the table names and answers what is to be done now: nothing where the event is not known.
   * `known` is what the event says anew; the rest stays, but for the first step, on which nothing is known.
   */
  readonly take: (event: Event, known?: Known<State>) => readonly Effect[];
};

/** The steps of one table, on its first one. */
export function createSteps<State extends Stepped, Event extends string, Effect extends string>(
  table: StepTable<State['step'], Event, Effect>,
  first: State,
): Steps<State, Event, Effect> {
  const state = createStore<State>(first);
  return {
    state,
    take(event, known) {
      const before = state.get();
      const row = rowOf<State['step'], Event, Effect>(table, before.step, event);
      if (row === undefined) return [];
      const next = { ...before, ...known, step: row.to };
      state.set(row.to === first.step ? first : next);
      return row.does ?? [];
    },
  };
}
