/** Lives many seeds of the trading world, on every core there is. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What one thread lives. */
export type Share = { readonly seeds: readonly number[] };

/** What a thread tells. */
export type Told =
  | { readonly kind: 'failure'; readonly seed: number; readonly failure: string }
  | ({ readonly kind: 'end'; readonly coreSeconds: number } & Happened);

type Happened = {
  readonly seeds: number;
  readonly commands: number;
  readonly fills: number;
  readonly deaths: number;
  readonly undone: number;
};

export type Lived = Happened & {
  readonly failures: readonly string[];
  readonly cores: number;
  /** Of the threads' own processor time, together. */
  readonly coreSeconds: number;
};

/** `isEager`: what a planted fault breaks is seen once; more of it says nothing. */
export async function liveSeeds(
  seeds: readonly number[],
  { isEager }: { readonly isEager: boolean },
): Promise<Lived> {
  const cores = Math.min(availableParallelism(), Math.max(seeds.length, 1));
  const workers: Worker[] = [];
  const failures: string[] = [];
  const ends = await Promise.all(
    Array.from({ length: cores }, async (_, core) => {
      const share: Share = { seeds: seeds.filter((_seed, place) => place % cores === core) };
      const worker = new Worker(new URL('./trading-worker.ts', import.meta.url), { workerData: share });
      workers.push(worker);
      return await listen(worker, (failure) => {
        failures.push(failure);
        if (isEager) for (const one of workers) void one.terminate();
      });
    }),
  );
  const sum = (pick: (end: Happened & { readonly coreSeconds: number }) => number): number =>
    ends.reduce((all, end) => all + (end === undefined ? 0 : pick(end)), 0);
  return {
    failures,
    cores,
    seeds: sum((end) => end.seeds),
    commands: sum((end) => end.commands),
    fills: sum((end) => end.fills),
    deaths: sum((end) => end.deaths),
    undone: sum((end) => end.undone),
    coreSeconds: sum((end) => end.coreSeconds),
  };
}

/** What a thread told at its end; undefined where it was stopped before. A thread that breaks has failed. */
async function listen(worker: Worker, onFailure: (failure: string) => void) {
  return await new Promise<Extract<Told, { kind: 'end' }> | undefined>((resolve) => {
    let end: Extract<Told, { kind: 'end' }> | undefined;
    worker.on('message', (told: Told) => {
      if (told.kind === 'end') end = told;
      else onFailure(`seed ${told.seed}: ${told.failure}`);
    });
    worker.once('error', (error: Error) => onFailure(error.stack ?? error.message));
    worker.once('exit', () => resolve(end));
  });
}
