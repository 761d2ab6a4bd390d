/** Asks the worker for verdicts; it is loaded with the first frame. */
import { trustedScript } from '../lib/device/script-address.ts';
import type { Verdict } from './judge-frame.ts';
import address from './verdict-worker.ts?worker&url';

export type Judge = {
  /** The verdict on a small copy; undefined where nobody can say. What is asked meanwhile waits for its turn. */
  readonly judge: (copy: ImageData) => Promise<Verdict | undefined>;
  readonly close: () => void;
};

/** A phone needs some ten ms; whoever waits for longer goes on without advice. */
const judgedWithinMs = 5_000;

export function createJudge(): Judge {
  let worker: Worker | undefined;
  let isBroken = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask({ data, width, height }: ImageData): Promise<Verdict | undefined> {
    if (isBroken) return undefined;
    const answer = Promise.withResolvers<Verdict | undefined>();
    const fail = () => {
      isBroken = true;
      answer.resolve(undefined);
    };
    const timer = setTimeout(fail, judgedWithinMs);
    try {
      worker ??= new Worker(trustedScript(address), { type: 'module' });
      worker.onmessage = ({ data: verdict }: MessageEvent<Verdict>) => answer.resolve(verdict);
      worker.onerror = fail;
      worker.postMessage({ pixels: data, width, height }, [data.buffer]);
    } catch {
      // A browser without workers of modules: photos are taken without advice.
      fail();
    }
    const verdict = await answer.promise;
    clearTimeout(timer);
    return verdict;
  }

  return {
    async judge(copy) {
      const answer = turn.then(async () => await ask(copy));
      turn = answer;
      return await answer;
    },
    close() {
      isBroken = true;
      worker?.terminate();
    },
  };
}
