/** What cases of risk are about, as its owners tell it. */
import { depositCaseFacts } from '../modules/deposit/views.ts';
import { payoutCaseFacts } from '../modules/payout/views.ts';
import type { CaseFacts } from '../modules/risk/facts.ts';

export const caseFacts: CaseFacts = { deposits: depositCaseFacts, payouts: payoutCaseFacts };
