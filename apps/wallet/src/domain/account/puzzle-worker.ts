/** Solves one work puzzle beside the page: gets its JSON, posts the answer, or undefined where it finds none. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Far above what the heaviest puzzle takes; its answer would soon be too old. */
const timeoutMs = 60_000;

globalThis.addEventListener('message', ({ data }: MessageEvent<string>) => void answer(data));

async function answer(puzzle: string): Promise<void> {
  try {
    const challenge = JSON.parse(puzzle) as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1, timeout: timeoutMs });
    globalThis.postMessage(solution === null ? undefined : JSON.stringify({ challenge, solution }));
  } catch {
    // Without Web Crypto (over plain http) nothing can be derived.
    globalThis.postMessage(undefined);
  }
}
