/** What two persons decide together, as every deed that moves or frees money is decided. */
import type { Queryable } from '@marigold/ledger/queryable';
import { assert } from '@marigold/money/assert';

import { appendEvent } from './event.ts';

/** Two persons and why. */
export type Decision = {
  readonly by: string;
  readonly second: string;
  readonly reason: string;
  readonly now: number;
};

/** More than anybody writes; what a program writes is cut to it. */
export const reasonMax = 1000;

/** Whoever frees money has somebody beside him and says why. */
export function assertTwoPersons({ by, second, reason }: Decision): void {
  assert(by !== second && by !== '' && second !== '', 'two different persons decide');
  assert(reason.length > 0 && reason.length <= reasonMax, 'a decision has a reason');
}

/** Writes a decision of two persons into the audit log, in the caller's transaction. */
export async function appendDecision(
  db: Queryable,
  { by, second, reason }: Decision,
  action: string,
  subject: string,
): Promise<void> {
  await appendEvent(db, { actor: `operator:${by}`, action, subject, reason, detail: { second } });
}
