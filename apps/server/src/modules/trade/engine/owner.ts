/**
 * Runs one market while its lease is held: what arrives while one batch commits becomes the next batch. Everything that
 * touches the book is done by one loop, one thing after the other.
 */
import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { CommandAnswer, TradeCommand } from '../command.ts';
import { unavailable } from '../command.ts';
import type { TradeCrash } from '../crash.ts';
import { indexFor } from '../decide/decide.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import type { FeedFanout } from '../remote/feed-fanout.ts';
import type { MarketTerms } from '../rules.ts';
import { refuseAll, runBatch, sendSnapshot } from './batch-runner.ts';
import { estimateOf } from './book-views.ts';
import { holdLease, letGo } from './lease.ts';
import type { OwnerState } from './owner-state.ts';

export const batchMax = 500;
/** A batch is closed once it moves money so often: written within a fraction of the time a statement may take. */
const postingsOfBatchMax = 4000;
/** About two batches' time above what is under way; whoever comes later is asked to come again. */
export const waitingMax = 4000;

export type OwnerDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly crash?: TradeCrash | undefined;
  readonly symbol: string;
  /** A random name of this running process. */
  readonly holder: string;
  /** Where other processes reach it; undefined: nowhere. */
  readonly address: string | undefined;
  readonly feed: FeedFanout;
  /** As they were read last. */
  readonly rules: () => MarketTerms;
  readonly batchMax?: (() => number) | undefined;
  readonly waitingMax?: number | undefined;
  readonly postingsMax?: number | undefined;
};

export type Owner = {
  /** True while this process runs the market. */
  readonly isHere: () => boolean;
  readonly ask: (command: TradeCommand) => Promise<CommandAnswer>;
  readonly estimate: (order: EstimateRequest) => Estimated | EstimateNo | undefined;
  /** Somebody follows who knows nothing yet. */
  readonly showBook: () => void;
  /** Resolves once the lease was asked for the first time. */
  readonly restored: Promise<void>;
  readonly stop: () => Promise<void>;
};

export function createOwner(dependencies: OwnerDependencies): Owner {
  const { clock, symbol, rules } = dependencies;
  const queueMax = dependencies.waitingMax ?? waitingMax;
  const owner = stateOf(dependencies);
  const loop: Loop = { isStopping: false, firstAsk: Promise.withResolvers<void>(), wake: () => undefined };
  const running = run(owner, loop);
  return {
    isHere: () => owner.book !== undefined,
    ask: (command) =>
      new Promise((resolve, reject) => {
        if (loop.isStopping || owner.book === undefined || owner.queue.length >= queueMax)
          return reject(unavailable());
        owner.queue.push({ command, resolve, reject });
        loop.wake();
      }),
    estimate(order) {
      if (owner.book === undefined) return undefined;
      const index = rules().indexOf(symbol, clock());
      const lastIndex = rules().lastIndexOf(symbol);
      return estimateOf(owner.book, order, indexFor(order, { index, lastIndex }));
    },
    showBook: () => sendSnapshot(owner),
    restored: loop.firstAsk.promise,
    async stop() {
      loop.isStopping = true;
      loop.wake();
      await running;
    },
  };
}

function stateOf(dependencies: OwnerDependencies): OwnerState {
  const { db, clock, log, symbol, holder, address, feed, rules, crash = () => undefined } = dependencies;
  return {
    db,
    ledger: queryable(db),
    clock,
    log,
    crash,
    symbol,
    holder,
    address,
    feed,
    rules,
    batchMax: dependencies.batchMax ?? (() => batchMax),
    postingsMax: dependencies.postingsMax ?? postingsOfBatchMax,
    queue: [],
    book: undefined,
    isDeciding: false,
    renewAt: 0,
  };
}

type Loop = {
  isStopping: boolean;
  readonly firstAsk: PromiseWithResolvers<void>;
  /** Ends the pause, if there is one. */
  wake: () => void;
};

async function run(owner: OwnerState, loop: Loop): Promise<void> {
  // Ends: when the process stops; a turn without commands waits for one, or until the lease is due.
  while (!loop.isStopping) {
    try {
      if (performance.now() >= owner.renewAt) await holdLease(owner);
      loop.firstAsk.resolve();
      if (owner.queue.length === 0) await pause(owner, loop);
      await runBatch(owner);
    } catch (error) {
      owner.log.error({ market: owner.symbol, err: error }, 'a market is given up and taken again');
      await letGo(owner);
    }
  }
  refuseAll(owner);
  await letGo(owner);
}

/** Waits until somebody asks, or the lease is due. What is asked in one turn is one batch. */
async function pause({ queue, renewAt }: OwnerState, loop: Loop): Promise<void> {
  if (loop.isStopping || queue.length > 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, renewAt - performance.now()));
    loop.wake = () => {
      clearTimeout(timer);
      setImmediate(resolve);
    };
  });
  loop.wake = () => {};
}
