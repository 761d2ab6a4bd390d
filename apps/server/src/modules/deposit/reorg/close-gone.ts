/**
 * Closes deposits without a transaction that can never come again: a reward whose block lost for good, a withdrawal whose
 * number is final with another amount. No operator has to decide that.
 */
import { changeBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import { lockCursor } from '../../chain/views.ts';
import type { DepositContext } from '../context.ts';
import { changeDeposits } from '../store.ts';
import { lockGone } from './store.ts';

const closedPerPass = 500;

/** Answers how many were closed. What is still owed stays with the persons who settle it. */
export async function closeGone({ db, clock }: DepositContext, chain: ChainRow): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const cursor = await lockCursor(transaction, chain.code);
    if (cursor === undefined || cursor.haltedReason !== null) return 0;
    const now = clock();
    const { finalizedHeight } = cursor;
    const gone = await lockGone(transaction, chain.code, { finalizedHeight, count: closedPerPass });
    // Of one that was credited the bill is finished, and what was taken has its own.
    const bills = gone.flatMap(({ billId, units }) => (billId === null || units > 0n ? [] : [billId]));
    await changeBills(
      transaction,
      bills.map((billId) => ({ billId, statuses: ['failed'] as const, now })),
    );
    await changeDeposits(
      transaction,
      gone.map((deposit) => ({ deposit, state: 'closed' })),
      now,
    );
    return gone.length;
  });
}
