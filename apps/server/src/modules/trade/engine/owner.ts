import type { Side } from '@marigold/contract/calls/market';
/**
 * Runs one market while its lease is held: what arrives while one batch commits becomes the next batch. Everything that
 * touches the book is done by one loop, one thing after the other.
 */
import { Fenced } from '@marigold/ledger/errors';
import { releaseLease, takeLease } from '@marigold/ledger/lease';
import type { Reason } from '@marigold/matching/order';
import type { Price } from '@marigold/money/steps';

import type { Database } from '../../../platform/database/database.ts';
import { isOutage, queryable } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { FeedSnapshot, FeedUpdate } from '../../market/feed/feed.ts';
import type { Answer, Command } from '../command.ts';
import { unavailable } from '../command.ts';
import type { Crash } from '../crash.ts';
import type { BatchChanges } from '../decide/batch-changes.ts';
import type { Book } from '../decide/book.ts';
import { indexFor } from '../decide/decide.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import { refusalOf } from '../refusals.ts';
import type { FeedHub } from '../remote/feed-hub.ts';
import type { Rules } from '../rules.ts';
import { leaseName, loadBook } from './load-book.ts';
import type { Waiting } from './settle.ts';
import { settle } from './settle.ts';
import { upsertOwner } from './store.ts';

export const batchMax = 500;
/** A batch is closed once it moves money so often: written within a fraction of the time a statement may take. */
const postingsOfBatchMax = 4000;
/** About two batches' time above what is under way; whoever comes later is asked to come again. */
export const waitingMax = 4000;
/** Whoever is gone without a word is followed by somebody else after so long. */
const leaseMs = 3000;
const renewEveryMs = 700;

export type OwnerDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly crash?: Crash | undefined;
  readonly symbol: string;
  /** A random name of this running process. */
  readonly holder: string;
  /** Where other processes reach it; undefined: nowhere. */
  readonly address: string | undefined;
  readonly hub: FeedHub;
  /** As they were read last. */
  readonly rules: () => Rules;
  readonly batchMax?: (() => number) | undefined;
  readonly waitingMax?: number | undefined;
  readonly postingsMax?: number | undefined;
};

export type Owner = {
  /** True while this process runs the market. */
  readonly isHere: () => boolean;
  readonly ask: (command: Command) => Promise<Answer>;
  readonly estimate: (order: EstimateRequest) => Estimated | EstimateNo | undefined;
  /** Somebody follows who knows nothing yet. */
  readonly showBook: () => void;
  /** Resolves once the lease was asked for the first time. */
  readonly asked: Promise<void>;
  readonly stop: () => Promise<void>;
};

export function createOwner(dependencies: OwnerDependencies): Owner {
  const { db, clock, log, symbol, holder, hub, rules, crash = () => undefined } = dependencies;
  const queueMax = dependencies.waitingMax ?? waitingMax;
  const postingsMax = dependencies.postingsMax ?? postingsOfBatchMax;
  const ledger = queryable(db);
  const name = leaseName(symbol);
  const queue: Waiting[] = [];
  const firstAsk = Promise.withResolvers<void>();
  let book: Book | undefined;
  /** Between a batch's first decision and its commit the book shows what may never be. */
  let isDeciding = false;
  let isStopping = false;
  let renewAt = 0;
  let wake = (): void => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        if (performance.now() >= renewAt) await hold();
        firstAsk.resolve();
        if (queue.length === 0) await pause();
        await work();
      } catch (error) {
        log.error({ market: symbol, err: error }, 'a market is given up and taken again');
        await letGo();
      }
    }
    refuseAll();
    await letGo();
  }

  /** Waits until somebody asks, or the lease is due. What is asked in one turn is one batch. */
  async function pause(): Promise<void> {
    if (isStopping || queue.length > 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, renewAt - performance.now()));
      wake = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
    });
    wake = () => {};
  }

  async function hold(): Promise<void> {
    renewAt = performance.now() + renewEveryMs;
    try {
      const epoch = await takeLease(ledger, { name, holder, ttlMs: leaseMs });
      if (epoch === undefined) return forget();
      if (book?.lease.epoch === epoch) return;
      forget();
      await load(epoch);
    } catch (error) {
      if (isOutage(error))
        log.debug({ market: symbol, err: error }, 'the lease of a market could not be renewed');
      else log.error({ market: symbol, err: error }, 'a market could not be taken over');
    }
  }

  async function load(epoch: bigint): Promise<void> {
    const market = rules().markets.get(symbol);
    if (market === undefined) return;
    await upsertOwner(db, { symbol, epoch, address: dependencies.address });
    book = await loadBook(db, market, epoch);
    log.info(
      { market: symbol, epoch: Number(epoch), orders: book.open.size },
      'a market is run by this process',
    );
    hub.snapshot(snapshotOf(book));
  }

  /** What is in memory is worth nothing any more; the database alone knows. */
  function forget(): void {
    if (book === undefined) return;
    book = undefined;
    hub.away();
  }

  async function work(): Promise<void> {
    const group = queue.splice(0, dependencies.batchMax?.() ?? batchMax);
    if (book === undefined) return group.forEach(({ reject }) => reject(unavailable()));
    refreshRules(book);
    if (group.length === 0) return;
    isDeciding = true;
    try {
      const settling = { db, clock, crash, book, rules: rules(), postingsMax, onCommitted, onSurprise };
      queue.unshift(...(await settle(settling, group)));
    } catch (error) {
      await failed(error, group);
    } finally {
      isDeciding = false;
    }
    showBook();
  }

  async function failed(error: unknown, group: readonly Waiting[]): Promise<void> {
    for (const { reject } of group) reject(unavailable());
    if (isOutage(error)) return log.warn({ market: symbol, err: error }, 'the database is away or busy');
    if (error instanceof Fenced) log.warn({ market: symbol }, 'another process runs the market now');
    else log.warn({ market: symbol, err: error }, 'a market is read again from the database');
    await letGo();
    renewAt = 0;
  }

  /** A new epoch begins with the next lease, so nothing that is still on its way can be written. */
  async function letGo(): Promise<void> {
    const epoch = book?.lease.epoch;
    forget();
    if (epoch !== undefined) await releaseLease(ledger, { name, holder, epoch }).catch(() => undefined);
  }

  function refuseAll(): void {
    for (const { reject } of queue.splice(0)) reject(unavailable());
  }

  /** Rules and state as they were read last; they count from the next command on. */
  function refreshRules(of: Book): void {
    const market = rules().markets.get(symbol);
    if (market === undefined || market === of.market) return;
    const isOtherState = market.state !== of.market.state;
    of.market = market;
    of.clearing.market.change({ state: market.state, rules: market });
    if (isOtherState) hub.update({ symbol, state: market.state, bids: [], asks: [], trades: [] });
  }

  function onCommitted(changes: BatchChanges): void {
    if (book === undefined || !hub.isFollowed()) return;
    try {
      hub.update(updateOf(book, changes));
    } catch (error) {
      log.error({ market: symbol, err: error }, 'a follower of a market failed');
    }
  }

  function onSurprise(error: unknown): void {
    log.error({ market: symbol, err: error }, 'a batch could not be written and is tried again');
  }

  function showBook(): void {
    if (book !== undefined && !isDeciding && hub.isAsked()) hub.welcome(snapshotOf(book));
  }

  const running = run();
  return {
    isHere: () => book !== undefined,
    ask: (command) =>
      new Promise((resolve, reject) => {
        if (isStopping || book === undefined || queue.length >= queueMax) return reject(unavailable());
        queue.push({ command, resolve, reject });
        wake();
      }),
    estimate(order) {
      if (book === undefined) return undefined;
      const index = rules().indexOf(symbol, clock());
      return estimateOf(book, order, indexFor(order, { index, lastIndex: rules().lastIndexOf(symbol) }));
    },
    showBook,
    asked: firstAsk.promise,
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

function estimateOf(book: Book, order: EstimateRequest, index: Price | undefined): Estimated | EstimateNo {
  const { clearing, people, market } = book;
  const { side, timeInForce, price, amount, total } = order;
  const owner = people.numberOf(order.userId);
  const look = { owner, side, timeInForce, price, amount, total, index };
  const estimate = clearing.market.estimate(look);
  if (!('kind' in estimate)) return estimate;
  if (!isOfOrder(estimate.reason)) return refusalOf(estimate.reason, { market, order, index }) as EstimateNo;
  // The order would be refused; what the book would give for it is an answer all the same.
  const taken = clearing.market.estimate({ ...look, timeInForce: 'ioc' });
  if (!('kind' in taken)) return taken;
  return { filled: 0, filledTotal: 0, best: undefined, worst: undefined, isWhole: false };
}

/** What is no fault of the order but of the way in which it wants to meet the book. */
function isOfOrder(reason: Reason): boolean {
  return ['open_orders_full', 'would_not_fill', 'would_take', 'self_trade'].includes(reason);
}

function snapshotOf({ market, clearing }: Book): FeedSnapshot {
  const all = Number.MAX_SAFE_INTEGER;
  return {
    symbol: market.symbol,
    state: market.state,
    bids: clearing.market.levels('buy', all),
    asks: clearing.market.levels('sell', all),
  };
}

function updateOf({ market, clearing }: Book, { levels, trades, now }: BatchChanges): FeedUpdate {
  const changed = (side: Side) =>
    [...levels[side]].map((price) => [price, clearing.market.amountAt(side, price)] as const);
  return {
    symbol: market.symbol,
    state: market.state,
    bids: changed('buy'),
    asks: changed('sell'),
    trades: trades.map(({ number, price, amount, takerSide }) => ({
      number,
      price,
      amount,
      takerSide,
      time: now,
    })),
  };
}
