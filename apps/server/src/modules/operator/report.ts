/** What a report of an operation is made of. */
import type { OperationInput, Operation, OperationRefusal } from '@marigold/operations/operation';

import type { RefusedDeed } from '../../platform/operations/deed.ts';
import type { ChainOf } from '../chain/operations.ts';

/** What was typed, by field. */
type Typed<Row extends Operation> = { readonly [Name in keyof OperationInput<Row>]: string };

export type PrintedLines = string | readonly string[];

/** What is printed about a no: always the same, or told with what was typed and the facts of the refusal. */
export type Sentence<Row extends Operation> =
  | string
  | ((words: Typed<Row>, facts: RefusedDeed['facts']) => PrintedLines);

export type OperationReport<Row extends Operation, Facts> = {
  /** About what was done; a node may be asked for what stands there now. */
  readonly done: (facts: Facts, words: Typed<Row>, chainOf: ChainOf) => PrintedLines | Promise<PrintedLines>;
  /** Every refusal that the row declares. */
  readonly no: { readonly [Code in OperationRefusal<Row>]: Sentence<Row> };
};

/** Reports of some of the operations; what each is told, its deed has to answer. */
export type ReportsOf<Rows extends Readonly<Record<string, Operation>>, Name extends keyof Rows> = {
  readonly [One in Name]: OperationReport<Rows[One], never>;
};

export function timeOf(epochMs: number | null): string {
  return epochMs === null ? 'never' : new Date(epochMs).toISOString();
}

/** Each on a line of its own. */
export function listed(facts: RefusedDeed['facts'], name: string): readonly string[] {
  const rows = facts[name];
  return Array.isArray(rows) ? rows.map((one) => `  ${one}`) : [];
}
