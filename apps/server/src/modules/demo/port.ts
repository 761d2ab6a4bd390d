/** The local chain and the demo companies as the pages of a demonstration reach them. Nothing real does any of this for us. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import type { CardRow, HolderPlan, HolderRow } from '@marigold/partners/simulator/card-world';
import type { HolderDecision, OpeningDecision, ParcelState } from '@marigold/partners/simulator/card-world';
import type { OpeningPlan, OpeningRow } from '@marigold/partners/simulator/card-world';
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

export type DemoCardPlans = { readonly holder: HolderPlan; readonly opening: OpeningPlan };

/** The newest first of each. Of what is printed on a card it has the last four digits, and nothing of its holder. */
export type DemoCardState = {
  readonly holders: readonly Pick<HolderRow, 'applicant' | 'phase' | 'fields'>[];
  readonly openings: readonly Pick<OpeningRow, 'requestId' | 'product' | 'phase' | 'reason' | 'parcel'>[];
  readonly cards: readonly Pick<CardRow, 'ref' | 'product' | 'state' | 'last4'>[];
  /** What becomes of those that come from now on. */
  readonly plans: DemoCardPlans;
  /** How many events did not reach us yet. */
  readonly eventsWaiting: number;
};

/** The company that issues cards, behind the same line: its faults are those of DemoPartner. Each call throws as there. */
export type DemoCardCompany = {
  readonly state: () => Promise<DemoCardState>;
  /** By our id of the application. */
  readonly decideHolder: (applicant: string, decision: HolderDecision) => Promise<DemoCardState>;
  /** By our id of the request. */
  readonly decideOpening: (requestId: string, decision: OpeningDecision) => Promise<DemoCardState>;
  readonly moveParcel: (requestId: string, to: ParcelState) => Promise<DemoCardState>;
  /** By the company's id of the card. */
  readonly decideCard: (cardRef: string, to: 'suspended' | 'restored') => Promise<DemoCardState>;
  readonly setPlans: (plans: DemoCardPlans) => Promise<DemoCardState>;
};
