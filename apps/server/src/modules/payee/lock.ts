/** The lock of an address on a chain that is new to a person, as the rule of packages/guard has it. */
import type { Payee, PayeeLock } from '@marigold/contract/calls/payee';
import { isStrong } from '@marigold/guard/factors';
import { judgePayee, type PayeeFacts, payeeLockEnd } from '@marigold/guard/payee-lock';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { formatCentsTrimmed } from '../rate/worth.ts';
import { getOwnLimits, isAboveOwnSingle } from '../spending/person-limits.ts';
import { offerFor } from '../spending/verification.ts';
import { insertSeen } from './store.ts';
import { findSeen, type PayeeAddress } from './views.ts';

/** What is said of a saved address: a payment above the single limit, approved as everybody can. */
export const largeToday = {
  isAboveSingle: true,
  approvedBy: 'contact',
  alwaysWait: false,
} as const satisfies Omit<PayeeFacts, 'firstSeenAt'>;

type Asking = Pick<Call<'user'>, 'db' | 'session' | 'now'>;

/** `strong`: it goes with what only the person holds, made for exactly this payment. */
type AddressVerdict = 'goes' | 'strong' | PayeeLock;

/**
 * Whether so much goes to an address on a chain. `usd` is a decimal string, undefined where nobody knows what it is worth;
 * `much` before an amount is known. Ask it of nobody's address of Marigold.
 */
export async function judgeAddress(
  call: Asking,
  place: Omit<PayeeAddress, 'userId'>,
  usd: string | undefined,
): Promise<AddressVerdict> {
  const { db, session, now } = call;
  const { userId } = session;
  const [{ inForce }, seen] = await Promise.all([
    getOwnLimits(db, userId, now),
    findSeen(db, { ...place, userId }),
  ]);
  const { alwaysWait } = inForce;
  const isAbove = isAboveOwnSingle({ inForce }, usd);
  const facts = { ...seen, isAboveSingle: isAbove, alwaysWait };
  const verdict = judgePayee({ ...facts, approvedBy: 'contact' }, now);
  if (verdict === 'goes') return verdict;
  const single = formatCentsTrimmed(inForce.single);
  if (judgePayee({ ...facts, approvedBy: 'strong' }, now) !== 'goes')
    return { until: verdict.until, single, canBind: false };
  if (await hasStrongOffer(call)) return 'strong';
  return { until: verdict.until, single, canBind: true };
}

/** Something that only the person holds can approve a payment now. */
async function hasStrongOffer(call: Asking): Promise<boolean> {
  const { methods } = await offerFor(call, 'transfer/submit');
  return methods.some((method) => isStrong(method));
}

/** What opens the locks of a person's addresses before their time. */
export async function findOpener(call: Asking): Promise<Payee['lockOpensBy']> {
  const { inForce } = await getOwnLimits(call.db, call.session.userId, call.now);
  if (inForce.alwaysWait) return 'time';
  return (await hasStrongOffer(call)) ? 'strong' : 'bind';
}

/** Why much does not go to an address yet; null where it does, however it has to be approved. */
export async function findPayeeLock(
  call: Asking,
  place: Omit<PayeeAddress, 'userId'>,
  usd: string | undefined,
): Promise<PayeeLock | null> {
  const verdict = await judgeAddress(call, place, usd);
  return typeof verdict === 'string' ? null : verdict;
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
