/**
 * The second half of a session: a cookie that scripts cannot read, numbered from 1, renewed on ordinary answers. A copy of
 * it is found when both copies are used: whoever comes later shows a half whose successor the other one has used.
 */
import { minuteMs } from '@marigold/money/spans';

/** So long after its first use a half's successor goes out with an answer. */
export const halfLifeMs = 15 * minuteMs;
/** Calls that were under way when the successor was used first still carry the half before. */
export const overlapMs = minuteMs;

/** What the server knows of a session: the number of its newest half, and when that one was shown first. */
export type HalfState = { readonly number: number; readonly usedAt: number | undefined };

export type HalfVerdict =
  /** Right; `isFirstUse` has to be written down before the answer. */
  | { readonly kind: 'right'; readonly isFirstUse: boolean }
  /** Right and in use for long: its successor goes out with the answer. */
  | { readonly kind: 'renew' }
  /** The half before, whose successor never came back: the same successor goes out once more. */
  | { readonly kind: 'again' }
  /** The half before, from a call that was under way when its successor was used first. */
  | { readonly kind: 'overlap' }
  /** Its successor was used by somebody else. */
  | { readonly kind: 'copied' }
  /** No half that this session ever had. */
  | { readonly kind: 'unknown' };

/**
 * Judges a half whose number is known to be genuine. A half lives on from its first use, not from when it went out: so
 * whatever carries the one before has long been answered when the next one comes.
 */
export function judgeHalf({ number, usedAt }: HalfState, presented: number, now: number): HalfVerdict {
  if (presented > number || presented < 1) return { kind: 'unknown' };
  if (presented === number) {
    if (usedAt === undefined) return { kind: 'right', isFirstUse: true };
    return now - usedAt > halfLifeMs ? { kind: 'renew' } : { kind: 'right', isFirstUse: false };
  }
  if (presented < number - 1) return { kind: 'copied' };
  if (usedAt === undefined) return { kind: 'again' };
  return now - usedAt < overlapMs ? { kind: 'overlap' } : { kind: 'copied' };
}
