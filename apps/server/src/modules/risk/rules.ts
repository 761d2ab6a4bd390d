/** Every number of the rules that hold money back, and what each of them asks. */
import type { RiskAsk, RiskRule } from '@marigold/contract/calls/risk';
import { dayMs, hourMs } from '@marigold/money/spans';

export type RiskObject = 'deposit' | 'transfer' | 'trade';
/** Rules for money that comes or goes; it is held back by them. */
export type MoneyRule = Exclude<RiskRule, 'counterparty'>;

/**
 * Too many in a short time: more first payments to different accounts than this, or coins from more different senders.
 * The limits of worth stand in app.chain_asset, the list in app.risk_account.
 */
export const velocity = { windowMs: hourMs, newAccounts: 3, senders: 30 } as const;
/**
 * Trading with one account alone: so much in US dollars within the window, this share of all that somebody traded, on
 * average farther from the index than this share of it.
 */
export const tradesOfADay = {
  windowMs: dayMs,
  usdMin: 100,
  shareMin: 0.8,
  awayMin: 0.005,
  /** So many pairs are asked in one pass; the next one goes on. */
  pairsMax: 200,
} as const;
/** Of one person's deposits so many are looked at for the rule of velocity, however many there are. */
export const depositsLookedAt = 500;

/** Answers are taken for so long; then only a person of the house goes on. */
export const answerMs = 14 * dayMs;

/** What is asked, in the order in which it is shown. */
export const asksOf: Readonly<
  Record<'deposit' | 'transfer', Readonly<Record<MoneyRule, readonly RiskAsk[]>>> &
    Record<'trade', readonly RiskAsk[]>
> = {
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
  trade: ['relation', 'purpose'],
};
