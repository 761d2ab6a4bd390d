/**
 * The lock of an address that is new to a person: no more than the single limit goes there for a day. A thief who holds
 * everything that approves a payment still waits, and the owner hears of it. It belongs to the address on its chain, saved
 * or not, so nobody gains by leaving an address unsaved.
 */
import { dayMs } from '@marigold/money/spans';

/**
 * domain.md B.2: so long an address is new, from when it was first seen: saved, tried with the right payment password, or
 * paid. A small payment opens nothing sooner: it arrives within minutes, and a thief can make one too.
 */
export const newPayeeLockMs = dayMs;

/** What approves this very payment: a code to a contact, or what only the person holds. */
export type PayeeApproval = 'contact' | 'strong';

export type PayeeFacts = {
  /** Epoch milliseconds; undefined: never. A payment that arrived counts from when it was ordered. */
  readonly firstSeenAt: number | undefined;
  /** Above what goes in one payment without a code; also where nobody knows what it is worth. */
  readonly isAboveSingle: boolean;
  readonly approvedBy: PayeeApproval;
  /** The person wants to wait the day whatever approves the payment. */
  readonly alwaysWait: boolean;
};

/**
 * Whether a payment goes to an address on a chain; people of Marigold have no lock. `until` is in epoch milliseconds, null
 * where the day has not begun.
 */
export function judgePayee(facts: PayeeFacts, now: number): 'goes' | { readonly until: number | null } {
  const { firstSeenAt, isAboveSingle, approvedBy, alwaysWait } = facts;
  if (!isAboveSingle) return 'goes';
  if (approvedBy === 'strong' && !alwaysWait) return 'goes';
  if (firstSeenAt === undefined) return { until: null };
  const until = payeeLockEnd(firstSeenAt);
  return now >= until ? 'goes' : { until };
}

/** When an address that was first seen then is no longer new. */
export function payeeLockEnd(firstSeenAt: number): number {
  return firstSeenAt + newPayeeLockMs;
}
