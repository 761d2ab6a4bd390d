/** One thread of `npm run sim`: lives its share of the seeds and tells what was broken. */
import { parentPort, workerData } from 'node:worker_threads';

import type { Share, SeedReport } from './trading-seeds.ts';
import { liveTrading } from './worlds/trading.ts';

const { seeds, start, step, lastIndex: lastPlace, isEager } = workerData as Share;
const post = (report: SeedReport): void => parentPort?.postMessage(report);
const tracesUsual = Error.stackTraceLimit;

const total = { seeds: 0, commands: 0, fills: 0, deaths: 0, undone: 0 };
const startedAt = process.threadCpuUsage();
for (let place = start; place <= Atomics.load(lastPlace, 0); place += step) {
  const seed = seeds[place] ?? 0;
  const failure = failureOf(seed);
  if (failure === undefined) continue;
  post({ kind: 'failure', place, failure: `seed ${seed}: ${failure}` });
  if (isEager) stopAt(place);
}
const { user, system } = process.threadCpuUsage(startedAt);
post({ kind: 'end', ...total, coreSeconds: (user + system) / 1e6 });

/** What another thread found in an earlier seed stands. */
function stopAt(place: number): void {
  let last = Atomics.load(lastPlace, 0);
  while (place < last) {
    const found = Atomics.compareExchange(lastPlace, 0, last, place);
    if (found === last) return;
    last = found;
  }
}

/** Refusals are errors too, and nobody reads where they come from; a seed that failed is lived again to say it. */
function failureOf(seed: number): string | undefined {
  Error.stackTraceLimit = 0;
  try {
    const { commands, fills, deaths, undone } = liveTrading(seed);
    total.seeds += 1;
    total.commands += commands;
    total.fills += fills;
    total.deaths += deaths;
    total.undone += undone;
    return undefined;
  } catch {
    total.seeds += 1;
    Error.stackTraceLimit = tracesUsual;
    return retell(seed);
  }
}

function retell(seed: number): string {
  try {
    liveTrading(seed);
    return 'it failed once and not again';
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
