/** How the program asks a browser for work, whoever makes the puzzles. */
import type { PuzzlePurpose } from '@marigold/contract/calls/puzzle';
import type { Refusal } from '@marigold/contract/endpoint';

import type { Call } from '../../platform/http/call.ts';

/** What an answer is good for, and nothing else. */
export type PuzzleBounds = {
  readonly scene: PuzzlePurpose;
  /** /24, in version 6 /48. */
  readonly network: string;
};

export type HumanCheck = {
  /** False: nobody is asked for work, whatever happens. */
  readonly isOn: boolean;
  /**
   * A puzzle as JSON of at most 2,000 characters. `effort` is how many times the lightest work it takes, from 1 on; `until`
   * (epoch milliseconds) is the end of its life.
   */
  make(bounds: PuzzleBounds, how: { readonly effort: number; readonly until: number }): Promise<string>;
  /**
   * The puzzle that was solved; undefined for any answer that is not a right one to a puzzle of ours with these bounds whose
   * life is not over at `now`. The same answer is right each time: whoever asks sees to it that it counts once.
   */
  check(answer: string, bounds: PuzzleBounds, now: number): Promise<SolvedPuzzle | undefined>;
};

export type SolvedPuzzle = {
  /** Sixteen bytes that no other puzzle has. */
  readonly nonce: Buffer;
  /** Epoch milliseconds. */
  readonly until: number;
};

/**
 * Counts a call of a scene; `puzzle_needed` {scene} where there are too many of them and it brings no answer, `puzzle_wrong`
 * where its answer is not right or was used. Comes before whatever the call reads, counts or sends.
 */
export type RefuseFlood = (
  scene: PuzzlePurpose,
  answer: string | undefined,
  call: Pick<Call, 'aside' | 'address' | 'now'>,
) => Promise<Refusal<'puzzle_needed' | 'puzzle_wrong'> | undefined>;
