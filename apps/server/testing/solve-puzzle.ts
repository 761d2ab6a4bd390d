import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
/** What a browser does with a work puzzle, done here. */
import type { Challenge } from 'altcha-lib/types';

/** The answer to a puzzle; undefined when none of its first `triesMax` numbers is right. */
export async function answerPuzzle(puzzle: string, triesMax = 2000): Promise<string | undefined> {
  const challenge = JSON.parse(puzzle) as Challenge;
  const controller = new AbortController();
  let tries = 0;
  const solution = await solveChallenge({
    challenge,
    controller,
    counterStart: 1,
    deriveKey: async (...what) => {
      tries += 1;
      if (tries >= triesMax) controller.abort();
      return await deriveKey(...what);
    },
  });
  return solution === null ? undefined : JSON.stringify({ challenge, solution });
}
