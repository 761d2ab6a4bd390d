/** The local chain of a demonstration as its pages reach it. No chain of the world can do any of this for us. */
import type { ChainAccount, Coin } from '@marigold/chain/port';

export type DemoChain = {
  readonly chain: string;
  readonly status: () => Promise<{
    readonly height: number;
    /** Seconds from one block to the next. */
    readonly blockSeconds: number;
    readonly isFrozen: boolean;
  }>;
  /** Whether it was stopped: then it answers nobody. */
  readonly isFrozen: () => boolean;
  /** Sends from the demo's own purse; answers the transaction's id. Amount in chain units. */
  readonly send: (payment: {
    readonly coin: Coin;
    readonly to: ChainAccount;
    readonly amount: bigint;
  }) => Promise<string>;
  /** Replaces so many of the newest blocks; their transactions are mined again in others. */
  readonly reorg: (depth: number) => Promise<void>;
  /** No block comes until it is thawed. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly mine: (blocks: number) => Promise<void>;
};
