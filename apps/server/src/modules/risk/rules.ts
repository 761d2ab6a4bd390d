/** Every number of the rules that hold money back, and what each of them asks. */
import type { RiskAsk, RiskRule } from '@marigold/contract/risk';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export type RiskObject = 'deposit' | 'transfer';

/**
 * Too many in a short time: more first payments to different accounts than this, or coins from more different senders.
 * The limits of worth stand in app.chain_asset, the list in app.risk_account.
 */
export const velocity = { windowMs: hourMs, newAccounts: 3, senders: 30 } as const;
/** Of one person's deposits so many are looked at for the rule of velocity, however many there are. */
export const depositsLookedAt = 500;

/** Answers are taken for so long; then only a person of the house goes on. */
export const answerMs = 14 * dayMs;

/** What is asked, in the order in which it is shown. */
export const asksOf: Readonly<Record<RiskObject, Readonly<Record<RiskRule, readonly RiskAsk[]>>>> = {
  deposit: {
    amount: ['origin', 'document'],
    list: ['origin', 'relation'],
    velocity: ['origin', 'purpose'],
  },
  transfer: {
    amount: ['purpose', 'relation', 'document'],
    list: ['purpose', 'relation'],
    velocity: ['purpose', 'relation'],
  },
};
