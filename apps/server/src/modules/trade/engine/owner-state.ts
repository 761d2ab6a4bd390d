/** What the owner of one market knows: the book while the lease is held, and who waits for the next batch. */
import type { Queryable } from '@marigold/ledger/queryable';

import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { TradeCrash } from '../crash.ts';
import type { MarketBook } from '../decide/book.ts';
import type { FeedFanout } from '../remote/feed-fanout.ts';
import type { MarketTerms } from '../rules.ts';
import type { WaitingCommand } from './settle.ts';

export type OwnerState = {
  readonly db: Database;
  /** The same pool, as the ledger asks it. */
  readonly ledger: Queryable;
  readonly clock: Clock;
  readonly log: Log;
  readonly crash: TradeCrash;
  readonly symbol: string;
  /** A random name of this running process. */
  readonly holder: string;
  /** Where other processes reach it; undefined: nowhere. */
  readonly address: string | undefined;
  readonly feed: FeedFanout;
  /** As they were read last. */
  readonly rules: () => MarketTerms;
  /** Commands of one batch, asked for anew for each. */
  readonly batchMax: () => number;
  /** Moves of money with which a batch is closed. */
  readonly postingsMax: number;
  readonly queue: WaitingCommand[];
  /** Undefined: this process does not run the market. */
  book: MarketBook | undefined;
  /** Between a batch's first decision and its commit the book shows what may never be. */
  isDeciding: boolean;
  /** When the lease is due, in milliseconds of performance.now. */
  renewAt: number;
};
