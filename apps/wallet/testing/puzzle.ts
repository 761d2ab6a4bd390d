/** A work puzzle as the server makes it, light enough to be solved at once. */
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

import { minute, morning } from './samples.ts';

/** As the server answers it in a flood. */
export async function lightWork(): Promise<{ readonly puzzle: string; readonly expires: number }> {
  return { puzzle: await lightPuzzle(), expires: morning + 10 * minute };
}

export async function lightPuzzle(): Promise<string> {
  return JSON.stringify(
    await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 7, deriveKey, data: {} }),
  );
}

/** The number in an answer: 7 when the light puzzle was solved. */
export function numberIn(answer: string | undefined): unknown {
  const { solution } = JSON.parse(answer ?? '{}') as { solution?: { counter?: unknown } };
  return solution?.counter;
}
