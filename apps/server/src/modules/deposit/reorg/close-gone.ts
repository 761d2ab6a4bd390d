/**
 * What no transaction made and can never come again: a reward whose block lost for good, a withdrawal whose number is
 * final with another amount. Nobody need wait for it, so it is closed without a person.
 */
import { rewardPrefix, withdrawalPrefix } from '@marigold/chain/port';
import { sql } from 'kysely';

import { changeBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import { lockCursor } from '../../chain/watch/store.ts';
import type { DepositContext } from '../context.ts';
import { changeDeposits, readDeposits } from '../store.ts';

const closedPerPass = 500;

/** Answers how many were closed. What is still owed stays with the persons who settle it. */
export async function closeGone({ db, clock }: DepositContext, chain: ChainRow): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const cursor = await lockCursor(transaction, chain.code);
    if (cursor === undefined || cursor.haltedReason !== null) return 0;
    const now = clock();
    const gone = await readDeposits(
      transaction,
      sql`where d.chain = ${chain.code} and d.state = 'orphaned' and d.debt_units = 0
        and case split_part(d.tx_id, ':', 1) || ':'
          when ${rewardPrefix} then not exists (select from app.chain_block b
            where b.chain = d.chain and b.hash = substr(d.tx_id, ${rewardPrefix.length + 1}::int)
              and (b.is_canonical or b.height > ${cursor.finalizedHeight}))
          when ${withdrawalPrefix} then exists (select from app.chain_transfer t
            where t.chain = d.chain and t.tx_id = d.tx_id and t.is_canonical and t.height <= ${cursor.finalizedHeight})
          else false end
        order by d.id limit ${closedPerPass} for update of d`,
    );
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
