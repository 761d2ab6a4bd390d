/** What a report of an operation is made of. */
import type { InputOf, Operation, RefusalOf } from '@marigold/operations/operation';

import type { Refused } from '../../platform/operations/deed.ts';
import type { ChainOf } from '../chain/operate/operations.ts';

/** What was typed, by field. */
type Typed<Row extends Operation> = { readonly [Name in keyof InputOf<Row>]: string };

export type Lines = string | readonly string[];

/** What is printed about a no: always the same, or told with what was typed and the facts of the refusal. */
export type Sentence<Row extends Operation> =
  | string
  | ((words: Typed<Row>, facts: Refused['facts']) => Lines);

export type Report<Row extends Operation, Facts> = {
  /** About what was done; a node may be asked for what stands there now. */
  readonly done: (facts: Facts, words: Typed<Row>, chainOf: ChainOf) => Lines | Promise<Lines>;
  /** Every refusal that the row declares. */
  readonly no: { readonly [Code in RefusalOf<Row>]: Sentence<Row> };
};

/** Reports of some of the operations; what each is told, its deed has to answer. */
export type ReportsOf<Rows extends Readonly<Record<string, Operation>>, Name extends keyof Rows> = {
  readonly [One in Name]: Report<Rows[One], never>;
};

export function timeOf(epochMs: number | null): string {
  return epochMs === null ? 'never' : new Date(epochMs).toISOString();
}

/** Each on a line of its own. */
export function listed(facts: Refused['facts'], name: string): readonly string[] {
  const rows = facts[name];
  return Array.isArray(rows) ? rows.map((one) => `  ${one}`) : [];
}
