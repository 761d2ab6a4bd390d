/** The local chain and the demo company as the pages of a demonstration reach them. Nothing real does any of this for us. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type { CheckedApplicant, IdentityDecision } from '@marigold/partners/simulator/identity-world';

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

export type DemoPartnerState = {
  /** The newest first. */
  readonly applicants: readonly Pick<
    CheckedApplicant,
    'applicant' | 'level' | 'phase' | 'outcome' | 'decidedAt'
  >[];
  readonly faults: IdentityFaults;
  readonly answerDelayMs: number;
  /** How many events did not reach us yet. */
  readonly eventsWaiting: number;
};

/** The company that plays the identity companies. Each call throws when it does not answer or says no. */
export type DemoPartner = {
  readonly state: () => Promise<DemoPartnerState>;
  readonly decide: (applicant: string, decision: IdentityDecision) => Promise<DemoPartnerState>;
  /** Those that are not named end. */
  readonly setFaults: (faults: Partial<IdentityFaults>, answerDelayMs?: number) => Promise<DemoPartnerState>;
};
