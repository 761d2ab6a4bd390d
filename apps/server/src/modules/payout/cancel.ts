import { mayTakeBack } from '@marigold/chain/states';

import type { Database } from '../../platform/database/database.ts';
import { giveBack } from './change.ts';
import { hasNonce } from './nonce/store.ts';
import { isPayingPaused } from './sender/store.ts';
import { lockPayout } from './store.ts';

/**
 * Takes back an on-chain transfer that has no nonce yet and gives the whole amount back. Answers false where it is too
 * late, or where nobody can say for sure that it is not. Throws Halted while money is stopped. The caller has made sure
 * whose it is.
 */
export async function cancelWaiting(
  db: Database,
  { payoutId, now }: { readonly payoutId: string; readonly now: number },
): Promise<boolean> {
  const payout = await lockPayout(db, payoutId);
  if (payout === undefined || !mayTakeBack(payout)) return false;
  if ((await hasNonce(db, payoutId)) || (await isPayingPaused(db, payout.chain))) return false;
  await giveBack(db, payout, { state: 'cancelled', reason: 'cancelled_by_you', now });
  return true;
}
