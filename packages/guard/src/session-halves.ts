/**
 * The second half of a session: a cookie that scripts cannot read, numbered from 1, renewed on ordinary answers. A copy of
 * it is found when both copies are used: whoever comes later shows a half whose successor the other one has used.
 */
import { minuteMs } from '@marigold/money/spans';

/** So old a half is when its successor goes out with an answer. */
export const halfLifeMs = 15 * minuteMs;
/** Calls that were under way when the successor was used first still carry the half before. */
export const overlapMs = minuteMs;

/** What the server knows of a session: the number of its newest half, when that one went out, and when it was used first. */
export type HalfState = {
  readonly number: number;
  readonly sentAt: number;
  readonly usedAt: number | undefined;
};

export type HalfVerdict =
  /** Right; `isFirstUse` has to be written down before the answer. */
  | { readonly kind: 'right'; readonly isFirstUse: boolean }
  /** Right and old: its successor goes out with the answer. */
  | { readonly kind: 'renew'; readonly isFirstUse: boolean }
  /** The half before, whose successor never came back: the same successor goes out once more. */
  | { readonly kind: 'again' }
  /** Right, and nothing is to be done. */
  | { readonly kind: 'overlap' }
  /** Its successor was used by somebody else. */
  | { readonly kind: 'copied' }
  /** No half that this session ever had. */
  | { readonly kind: 'unknown' };

/** Judges a half whose number is known to be genuine. */
export function judgeHalf({ number, sentAt, usedAt }: HalfState, shown: number, now: number): HalfVerdict {
  if (shown > number || shown < 1) return { kind: 'unknown' };
  if (shown === number) {
    const isFirstUse = usedAt === undefined;
    return { kind: now - sentAt > halfLifeMs ? 'renew' : 'right', isFirstUse };
  }
  if (shown < number - 1) return { kind: 'copied' };
  if (usedAt === undefined) return { kind: 'again' };
  return now - usedAt < overlapMs ? { kind: 'overlap' } : { kind: 'copied' };
}
