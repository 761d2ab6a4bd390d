/** The lock of an address on a chain that is new to a person, as the rule of packages/guard has it. */
import type { PayeeLock } from '@marigold/contract/calls/payee';
import { judgePayee, type PayeeFacts, payeeLockEnd } from '@marigold/guard/payee-lock';

import type { Database } from '../../platform/database/database.ts';
import { secondaryLimits } from '../spending/rules.ts';
import { insertSeen } from './store.ts';
import { findSeen, type PayeeAddress } from './views.ts';

/** What is asked of the lock for one payment. */
export type LockQuestion = Pick<PayeeFacts, 'isAboveSingle' | 'approvedBy'>;

/** What is said before an amount is known: a payment above the single limit, approved as everybody can. */
export const largeToday = {
  isAboveSingle: true,
  approvedBy: 'contact',
  alwaysWait: false,
} as const satisfies Omit<PayeeFacts, 'firstSeenAt'>;

/** Why a payment does not go to an address yet; null where it goes. Ask it of nobody's address of Marigold. */
export async function findPayeeLock(
  db: Database,
  address: PayeeAddress,
  { isAboveSingle, approvedBy, now }: LockQuestion & { readonly now: number },
): Promise<PayeeLock | null> {
  const seen = await findSeen(db, address);
  const verdict = judgePayee({ ...seen, isAboveSingle, approvedBy, alwaysWait: false }, now);
  return verdict === 'goes' ? null : { until: verdict.until, single: String(secondaryLimits.singleUsd) };
}

/**
 * Begins the day of an address that somebody tried to pay with the right payment password, and answers when it ends, in
 * epoch milliseconds. `aside` commits by itself: the payment that began it is refused.
 */
export async function beginPayeeDay(aside: Database, address: PayeeAddress, now: number): Promise<number> {
  await insertSeen(aside, address, now);
  const { firstSeenAt = now } = await findSeen(aside, address);
  return payeeLockEnd(firstSeenAt);
}
