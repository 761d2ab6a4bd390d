/**
 * What the watcher of a chain calls with each block: the module of deposits listens, since the watcher knows nothing of
 * money.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { ChainRow } from '../registry.ts';
import type { FoundBlock } from './found-block.ts';

export interface BlockListener {
  /** What is in blocks of the canonical chain, in the transaction that says so. Telling it twice changes nothing. */
  record(db: Database, found: Recorded): Promise<void>;
  /** Everything above a height is in no block any more, in the transaction that says so. */
  unrecord(db: Database, left: Unrecorded): Promise<void>;
  /** Credits what is deep enough, frees what is final, finds what was lost; in transactions of its own. */
  settle(chain: ChainRow, pass: Pass): Promise<void>;
}

export type Recorded = {
  readonly chain: ChainRow;
  /** Lowest first. */
  readonly blocks: readonly FoundBlock[];
  readonly now: number;
};

export type Unrecorded = {
  readonly chain: ChainRow;
  readonly above: number;
  readonly now: number;
};

export type Pass = {
  /**
   * True: everything the node has was read, so that what is in no block now is in none at all. False: more follows, and
   * what a reorganisation dropped may still come.
   */
  readonly isAtHead: boolean;
};

/** Awaited between durable effects; a test ends the program there by throwing. */
export type Crash = (point: string) => Promise<void> | void;
