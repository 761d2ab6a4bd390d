/**
 * Runs the batches of a market one after the other: waiting commands are settled on the book, and its followers get the
 * changes.
 */
import { Fenced } from '@marigold/ledger/errors';

import { isOutage } from '../../../platform/database/database.ts';
import { unavailable } from '../command.ts';
import type { BatchChanges } from '../decide/batch-changes.ts';
import type { MarketBook } from '../decide/book.ts';
import { feedSnapshotOf, updateOf } from './book-views.ts';
import { letGo } from './lease.ts';
import type { OwnerState } from './owner-state.ts';
import type { Settling, WaitingCommand } from './settle.ts';
import { settle } from './settle.ts';

/** Answers what waits, as much as one batch may hold; without the book everybody is asked to come again. */
export async function runBatch(owner: OwnerState): Promise<void> {
  const { queue, book } = owner;
  const group = queue.splice(0, owner.batchMax());
  if (book === undefined) return group.forEach(({ reject }) => reject(unavailable()));
  refreshRules(owner, book);
  if (group.length === 0) return;
  owner.isDeciding = true;
  try {
    queue.unshift(...(await settle(settlingOf(owner, book), group)));
  } catch (error) {
    await giveUp(owner, error, group);
  } finally {
    owner.isDeciding = false;
  }
  sendSnapshot(owner);
}

function settlingOf(owner: OwnerState, book: MarketBook): Settling {
  const { db, clock, crash, postingsMax, log, symbol } = owner;
  return {
    db,
    clock,
    crash,
    book,
    rules: owner.rules(),
    postingsMax,
    onCommitted: (changes) => updateFollowers(owner, changes),
    onSurprise(error) {
      log.error({ market: symbol, err: error }, 'a batch could not be written and is tried again');
    },
  };
}

/** Refuses the waiting commands with a request to try again. */
export function refuseAll({ queue }: OwnerState): void {
  for (const { reject } of queue.splice(0)) reject(unavailable());
}

/** A snapshot for whoever waits for one, unless a batch is being decided: then it comes after that. */
export function sendSnapshot({ book, isDeciding, feed }: OwnerState): void {
  if (book !== undefined && !isDeciding && feed.isAwaited()) feed.welcome(feedSnapshotOf(book));
}

async function giveUp(owner: OwnerState, error: unknown, group: readonly WaitingCommand[]): Promise<void> {
  const { log, symbol } = owner;
  for (const { reject } of group) reject(unavailable());
  if (isOutage(error)) return log.warn({ market: symbol, err: error }, 'the database is away or busy');
  if (error instanceof Fenced) log.warn({ market: symbol }, 'another process runs the market now');
  else log.warn({ market: symbol, err: error }, 'a market is read again from the database');
  await letGo(owner);
  owner.renewAt = 0;
}

/** Rules and state as they were read last; they count from the next command on. */
function refreshRules({ rules, symbol, feed }: OwnerState, book: MarketBook): void {
  const market = rules().markets.get(symbol);
  if (market === undefined || market === book.market) return;
  const isOtherState = market.state !== book.market.state;
  book.market = market;
  book.clearing.market.change({ state: market.state, rules: market });
  if (isOtherState) feed.update({ symbol, state: market.state, bids: [], asks: [], trades: [] });
}

function updateFollowers({ book, feed, log, symbol }: OwnerState, changes: BatchChanges): void {
  if (book === undefined || !feed.isFollowed()) return;
  try {
    feed.update(updateOf(book, changes));
  } catch (error) {
    log.error({ market: symbol, err: error }, 'a follower of a market failed');
  }
}
