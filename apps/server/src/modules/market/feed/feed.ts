/**
 * What the owner of a book sends after each commit. The processes that serve market data follow it, in the owner's own
 * process or over its socket. Prices and amounts are the engine's integers.
 */
import type { MarketState, Side } from '@marigold/contract/calls/market';

export type FeedTrade = {
  readonly number: number;
  readonly price: number;
  readonly amount: number;
  readonly takerSide: Side;
  /** Epoch ms. */
  readonly time: number;
};

/** A price and the total amount there now; 0 where there is none any more. */
export type FeedLevel = readonly [price: number, amount: number];

export type FeedSnapshot = {
  readonly symbol: string;
  readonly state: MarketState;
  /** The whole book, best first. */
  readonly bids: readonly FeedLevel[];
  readonly asks: readonly FeedLevel[];
};

export type FeedUpdate = {
  readonly symbol: string;
  readonly state: MarketState;
  readonly bids: readonly FeedLevel[];
  readonly asks: readonly FeedLevel[];
  readonly trades: readonly FeedTrade[];
};

export type FeedListener = {
  /** At the start, after a gap, and when another process took the market over: forget what was known. */
  readonly onSnapshot: (snapshot: FeedSnapshot) => void;
  readonly onUpdate: (update: FeedUpdate) => void;
  /** No process runs this market just now: what is known is stale until the next snapshot. */
  readonly onAway: () => void;
};

export type MarketFeed = {
  /** Follows one market until the answer is called. */
  readonly follow: (symbol: string, listener: FeedListener) => () => void;
};
