/** What commands of a batch are decided on, and what they have come to so far. */
import type { Price } from '@marigold/money/steps';

import type { LockedHolding } from '../../spending/lock.ts';
import type { FeeRates } from '../rules.ts';
import type { BatchChanges } from './batch-changes.ts';
import type { MarketBook } from './book.ts';
import type { LossLimit } from './loss-limit.ts';

export type BatchFacts = {
  readonly now: number;
  /** The index price of this moment. */
  readonly index: Price | undefined;
  /** As it was known last: for orders that can only rest. */
  readonly lastIndex: Price | undefined;
  readonly ratesOf: (userId: string) => FeeRates;
  /** What the takers of the batch have of each asset; it is carried on while commands are decided. */
  readonly available: Available;
  /** Whose the orders are that are asked for and do not stand in the book. */
  readonly closed: ReadonlyMap<string, string>;
  /** Of takers whose orders may give away anything. */
  readonly lossLimits: ReadonlyMap<string, LossLimit>;
  /** What takers whose money is held back have in all, by their numbers. */
  readonly heldBack: ReadonlyMap<number, HeldBack>;
  readonly postingsMax: number;
};

/** What somebody has of every asset, with its locks and debts, when the batch began. */
export type HeldBack = { readonly holdings: readonly LockedHolding[]; readonly isOwed: boolean };

export type MarketAsset = 'base' | 'quote';

/** Units by `availableKey`; whoever is not in it is no taker. */
export type Available = Map<number, bigint>;

export type BatchRun = {
  readonly book: MarketBook;
  readonly facts: BatchFacts;
  readonly changes: BatchChanges;
};
