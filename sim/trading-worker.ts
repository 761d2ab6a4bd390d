/** One thread of `npm run sim`: lives its share of the seeds and tells what was broken. */
import { parentPort, workerData } from 'node:worker_threads';

import type { Share, Told } from './trading-seeds.ts';
import { liveTrading } from './worlds/trading.ts';

const share = workerData as Share;
const tell = (told: Told): void => parentPort?.postMessage(told);
const tracesUsual = Error.stackTraceLimit;

const total = { seeds: 0, commands: 0, fills: 0, deaths: 0, undone: 0 };
const startedAt = process.threadCpuUsage();
for (const seed of share.seeds) {
  const failure = failureOf(seed);
  if (failure !== undefined) tell({ kind: 'failure', seed, failure });
}
const { user, system } = process.threadCpuUsage(startedAt);
tell({ kind: 'end', ...total, coreSeconds: (user + system) / 1e6 });

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
    return tellAgain(seed);
  }
}

function tellAgain(seed: number): string {
  try {
    liveTrading(seed);
    return 'it failed once and not again';
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
