/** What two persons decide together, as every deed that moves or frees money is decided. */
import { assert } from '@marigold/money/assert';

/** Two persons and why. */
export type AuditDecision = {
  readonly by: string;
  readonly second: string;
  readonly reason: string;
  readonly now: number;
};

/** More than anybody writes; what a program writes is cut to it. */
export const reasonMax = 1000;

/** A decision to let money move again names a second person and a reason. */
export function assertTwoPersons({ by, second, reason }: AuditDecision): void {
  assert(by !== second && by !== '' && second !== '', 'two different persons decide');
  assert(reason.length > 0 && reason.length <= reasonMax, 'a decision has a reason');
}
