/** Lives many seeds of the trading world, on every core there is. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What one thread lives: those of the seeds that it starts at and every `step` further on. */
export type Share = {
  readonly seeds: readonly number[];
  readonly start: number;
  readonly step: number;
  /** One number that all threads share: no place in `seeds` above it is lived any more. */
  readonly lastIndex: Int32Array<SharedArrayBuffer>;
  /** A failure is the last seed to be lived, but for those before it. */
  readonly isEager: boolean;
};

/** What a thread tells. */
export type SeedReport =
  | { readonly kind: 'failure'; readonly place: number; readonly failure: string }
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

/**
 * `isEager`: what a planted fault breaks is seen once; more of it says nothing. Failures come in the order of the seeds,
 * whichever thread was faster, so that the first one of the same seeds is always the same.
 */
export async function liveSeeds(
  seeds: readonly number[],
  { isEager }: { readonly isEager: boolean },
): Promise<Lived> {
  const cores = Math.min(availableParallelism(), Math.max(seeds.length, 1));
  const lastIndex = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  lastIndex[0] = seeds.length - 1;
  const failed: { readonly place: number; readonly failure: string }[] = [];
  const ends = await Promise.all(
    Array.from({ length: cores }, async (_, core) => {
      const share: Share = { seeds, start: core, step: cores, lastIndex, isEager };
      const worker = new Worker(new URL('./trading-worker.ts', import.meta.url), { workerData: share });
      return await listen(worker, (place, failure) => failed.push({ place, failure }));
    }),
  );
  const failures = failed.toSorted((one, other) => one.place - other.place).map(({ failure }) => failure);
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
async function listen(worker: Worker, onFailure: (place: number, failure: string) => void) {
  return await new Promise<Extract<SeedReport, { kind: 'end' }> | undefined>((resolve) => {
    let end: Extract<SeedReport, { kind: 'end' }> | undefined;
    worker.on('message', (report: SeedReport) => {
      if (report.kind === 'end') end = report;
      else onFailure(report.place, report.failure);
    });
    worker.once('error', (error: Error) => onFailure(-1, error.stack ?? error.message));
    worker.once('exit', () => resolve(end));
  });
}
