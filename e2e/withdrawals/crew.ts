/** Workers of payouts one after another: each goes on where the last one was killed, and is killed itself. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import { vi } from 'vitest';

import type { PayoutCrashPoint } from '../../apps/server/src/modules/payout/context.ts';
import type { PassAnswer, PassRequest } from './worker.ts';

const program = join(import.meta.dirname, 'worker.ts');
/** A worker that starts costs most of its life; so many start while another one works. */
const sparesMax = 2;
/** A node or a signer that was killed is back by then. */
const backWithin = { timeout: 30_000, interval: 50 };

export interface Crew {
  /** One pass of the worker that lives, or of the next one. */
  pass(): Promise<'done' | 'unavailable'>;
  /** Passes until the node and the signer answered all of one. */
  goOn(): Promise<void>;
  /** A pass that ends the worker at this point. Throws when it did not come there. */
  dieAt(point: PayoutCrashPoint): Promise<void>;
  /** Kills the worker from outside, so long after it began to make pass after pass. */
  killAfter(ms: number): Promise<void>;
  end(): Promise<void>;
}

interface Worker {
  ask(request: PassRequest): Promise<PassAnswer>;
  kill(): void;
  readonly ended: Promise<NodeJS.Signals | null>;
}

export function createCrew(env: NodeJS.ProcessEnv, now: () => number): Crew {
  const spares: Promise<Worker>[] = [];
  const all: Worker[] = [];
  let living: Worker | undefined;

  async function start(): Promise<Worker> {
    const child = fork(program, { env: { ...env, PATH: process.env['PATH'] }, execArgv: [] });
    const worker = workerOf(child);
    all.push(worker);
    const answer = await answerOf(child);
    if (answer.outcome !== 'ready') throw new Error(`A worker did not start: ${JSON.stringify(answer)}`);
    return worker;
  }
  async function current(): Promise<Worker> {
    while (spares.length <= sparesMax) {
      const spare = start();
      // Told to whoever gets it.
      spare.catch(() => undefined);
      spares.push(spare);
    }
    living ??= await spares.shift();
    if (living === undefined) throw new Error('Broken: no worker was started');
    return living;
  }
  const crew: Crew = {
    async pass() {
      const worker = await current();
      const answer = await worker.ask({ now: now() });
      if (answer.outcome === 'done' || answer.outcome === 'unavailable') return answer.outcome;
      throw new Error(`A pass failed: ${JSON.stringify(answer)}`);
    },
    async goOn() {
      await vi.waitUntil(async () => (await crew.pass()) === 'done', backWithin);
    },
    async dieAt(point) {
      const worker = await current();
      const survived = worker.ask({ now: now(), dieAt: point });
      const answer = await Promise.race([worker.ended, survived]);
      if (answer !== 'SIGKILL') throw new Error(`No pass came to ${point}: ${JSON.stringify(answer)}`);
      living = undefined;
    },
    async killAfter(ms) {
      const worker = await current();
      const survived = worker.ask({ now: now(), isEndless: true });
      const timer = setTimeout(() => worker.kill(), ms);
      const answer = await Promise.race([worker.ended, survived]);
      clearTimeout(timer);
      if (answer !== 'SIGKILL') throw new Error(`A worker ended before: ${JSON.stringify(answer)}`);
      living = undefined;
    },
    async end() {
      await Promise.allSettled(spares);
      for (const worker of all) worker.kill();
      await Promise.all(all.map(async (worker) => await worker.ended));
    },
  };
  return crew;
}

function workerOf(child: ChildProcess): Worker {
  const { promise: ended, resolve } = Promise.withResolvers<NodeJS.Signals | null>();
  child.once('exit', (_, signal) => resolve(signal));
  return {
    ended,
    kill: () => void child.kill('SIGKILL'),
    async ask(request) {
      const answered = answerOf(child);
      child.send(request);
      return await answered;
    },
  };
}

/** What it says next; also where it ends instead. */
async function answerOf(child: ChildProcess): Promise<PassAnswer> {
  return await new Promise((resolve) => {
    const end = (): void => resolve({ outcome: 'failed', reason: 'it ended without a word' });
    child.once('message', (answer: PassAnswer) => {
      child.off('exit', end);
      resolve(answer);
    });
    child.once('exit', end);
  });
}
