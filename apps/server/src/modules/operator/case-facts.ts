/** What cases of risk are about, as its owners tell it. */
import { depositCaseFacts } from '../deposit/views.ts';
import { payoutCaseFacts } from '../payout/views.ts';
import type { CaseFacts } from '../risk/facts.ts';

export const caseFacts: CaseFacts = { deposits: depositCaseFacts, payouts: payoutCaseFacts };
