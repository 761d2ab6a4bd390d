/** What does an operation: the module that owns its object has the deed, the runner has everything around it. */
import type { OperationInput, Operation, OperationRefusal } from '@marigold/operations/operation';

import type { Database } from '../database/database.ts';

/** Values for a sentence about a no. */
type RefusalFacts = Readonly<Record<string, string | number | readonly string[]>>;

/** An expected no of a deed, declared in the row of its operation. Everything that the deed wrote is rolled back. */
export class RefusedDeed<Code extends string = string> {
  readonly code: Code;
  readonly facts: RefusalFacts;
  constructor(code: Code, facts: RefusalFacts = {}) {
    this.code = code;
    this.facts = facts;
  }
}

/** Who is behind an operation, and why. Keys of those who are named were right. */
export type Authority<Row extends Operation> = {
  /** `nobody`: no operator's key; the owner's login of the database is enough. */
  readonly by: string;
  readonly second: Row['persons'] extends 2 ? string : string | undefined;
  readonly reason: string;
  /** Epoch milliseconds; the one moment of this operation. */
  readonly now: number;
};

/** What the audit log keeps beside persons and reason: ids and facts, nothing of a person's own. */
type Detail = Readonly<Record<string, string | number | boolean>>;

export type DoneDeed<Facts> = {
  /** As the audit log names what it was done to. */
  readonly subject: string;
  readonly detail?: Detail;
  /** What only happens once the audit log has it, for good. */
  readonly afterwards?: () => Promise<void>;
} & (Facts extends undefined ? { readonly facts?: undefined } : { readonly facts: Facts });

/** `db` is the transaction in which the runner writes the audit row as well. */
export type Act<Row extends Operation, Facts = undefined> = (
  db: Database,
  input: OperationInput<Row>,
  authority: Authority<Row>,
) => Promise<DoneDeed<Facts> | RefusedDeed<OperationRefusal<Row>>>;

/**
 * Does one operation and answers facts for whoever asked. A refusal that its row does not declare does not compile.
 * `look` comes first where a node or whoever runs a book is asked, outside of any transaction, and answers what is then
 * to be acted; in an operation that runs as a job all steps are behind it by then.
 */
export type Deed<Row extends Operation, Facts = undefined> =
  | { readonly act: Act<Row, Facts> }
  | {
      readonly look: (
        db: Database,
        input: OperationInput<Row>,
        authority: Authority<Row>,
      ) => Promise<Act<Row, Facts> | RefusedDeed<OperationRefusal<Row>>>;
    };
