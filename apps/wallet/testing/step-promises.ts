/** What a table of steps promises (lib/intents/step-table.ts), row by row and as a whole. */
import { expect, it } from 'vitest';

import { rowOf, type StepTable } from '../src/lib/intents/step-table.ts';

export type StepPromise<Step extends string, Event extends string, Effect extends string> = {
  readonly name: string;
  /** Each of these steps; undefined is every step of the table. */
  readonly from?: readonly Step[];
  readonly on: Event;
  /** `stays`: what was known may change, the step does not. `ignored`: the event means nothing there. */
  readonly to: Step | 'stays' | 'ignored';
  readonly does?: readonly Effect[];
};

/** Holds a table against its promises: every one is kept, no row is without one, and no step is a dead end or out of reach. */
export function itKeeps<Step extends string, Event extends string, Effect extends string>(
  table: StepTable<Step, Event, Effect>,
  first: Step,
  promises: readonly StepPromise<Step, Event, Effect>[],
): void {
  const steps = Object.keys(table) as Step[];
  const promised = promises.flatMap(({ from = steps, on, to, does }) =>
    from.map((step) => ({ step, on, to: to === 'stays' ? step : to, does })),
  );

  it.each(promises)('$name', ({ from = steps, on, to, does }) => {
    for (const step of from) {
      const row = to === 'ignored' ? undefined : { to: to === 'stays' ? step : to, ...(does && { does }) };
      expect({ step, row: rowOf(table, step, on) }).toEqual({ step, row });
    }
  });

  it('takes no step that is not promised', () => {
    const rows = steps.flatMap((step) => Object.keys(table[step]).map((event) => `${step}: ${event}`));
    const stored = promised.filter(({ to }) => to !== 'ignored').map(({ step, on }) => `${step}: ${on}`);
    expect(rows.toSorted()).toEqual(stored.toSorted());
  });

  it(`leads from ${first} to every step`, () => {
    expect(reachedFrom(table, first)).toEqual(steps.toSorted());
  });

  it(`leads from every step back to ${first}`, () => {
    expect(steps.filter((step) => !reachedFrom(table, step).includes(first))).toEqual([]);
  });
}

/** Every step that events can lead to from one, it included. */
function reachedFrom<Step extends string>(table: StepTable<Step, string, string>, first: Step): Step[] {
  const reached = new Set([first]);
  for (const step of reached) {
    for (const row of Object.values<{ readonly to: Step } | undefined>(table[step])) {
      if (row !== undefined) reached.add(row.to);
    }
  }
  return [...reached].toSorted();
}
