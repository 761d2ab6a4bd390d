/** A wish: one call to a partner, asked once, and known by what is read back alone (identity-cards-fund-agents.md 1.2). */
import { hourMs, minuteMs } from '@marigold/money/spans';
import type { StateOf } from '@marigold/money/states';
import { defineStates } from '@marigold/money/states';

/**
 * `due`: decided, nothing left the house. `sent`: committed before the bytes left. `unknown`: whether it took effect is
 * asked. `known`: answered, and applied. `void`: it never took effect and never can. `mismatch`: what was read is not what
 * was wished.
 */
export const partnerCallStates = defineStates({
  thing: 'a call to a partner',
  firsts: ['due'],
  finals: ['known', 'void', 'mismatch'],
  next: {
    due: ['sent', 'void'],
    sent: ['known', 'unknown', 'mismatch'],
    unknown: ['known', 'void', 'mismatch', 'sent'],
    known: [],
    void: [],
    mismatch: [],
  },
});
export type PartnerCallState = StateOf<typeof partnerCallStates>;

/** `move`: done twice it would cost twice, so it is never sent again. `set`: done twice it is the same as once. */
export type CallNature = 'move' | 'set';

const afterFinds: readonly number[] = [minuteMs / 2, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs];

/** How long after a question without an answer the next one is asked, milliseconds; `finds` were asked already. */
export function nextFindAfter(finds: number): number {
  return afterFinds[finds] ?? hourMs;
}

const afterLooks: readonly number[] = [minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs];

/** How long after a look at an open object it is looked at again, milliseconds; no event is needed for that. */
export function nextLookAfter(looks: number): number {
  return afterLooks[looks] ?? hourMs;
}

export const voidAfterAbsent = 3;
export const absentApartMs = 10 * minuteMs;

/** What is known of a partner by contract. Null: nobody promised it, so nothing may be concluded from silence. */
export type PartnerPromise = {
  /** How long after it was made a request is still taken, milliseconds. */
  readonly requestValidForMs: number | null;
  /** How far what is read lags behind what happened, milliseconds. */
  readonly readLagMs: number | null;
};

/** Whether a wish that is not there can never arrive any more and is never hidden: then it is void. */
export function canBeVoid(
  { requestValidForMs, readLagMs }: PartnerPromise,
  { sentAt, absent, now }: { readonly sentAt: number; readonly absent: number; readonly now: number },
): boolean {
  if (requestValidForMs === null || readLagMs === null || absent < voidAfterAbsent) return false;
  return sentAt + requestValidForMs + readLagMs + absentApartMs < now;
}
