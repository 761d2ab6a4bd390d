/** Loaded with the first puzzle that somebody meets. */
import { trustedScript } from '../../lib/device/script-address.ts';
import address from './puzzle-worker.ts?worker&url';

/** The answer to a work puzzle; undefined where none is found. Rejects in a browser without workers. */
export async function solvePuzzle(puzzle: string): Promise<string | undefined> {
  const worker = new Worker(trustedScript(address), { type: 'module' });
  try {
    const answer = Promise.withResolvers<string | undefined>();
    worker.addEventListener('message', ({ data }: MessageEvent<string | undefined>) => answer.resolve(data));
    worker.addEventListener('error', answer.reject);
    worker.postMessage(puzzle);
    return await answer.promise;
  } finally {
    worker.terminate();
  }
}
