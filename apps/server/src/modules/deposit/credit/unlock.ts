/** Finality: what was locked is free. */
import { assert } from '@marigold/money/assert';

import { announce } from '../../../platform/database/outbox.ts';
import { changeBills, recordBills } from '../../bill/record.ts';
import type { ChainRow } from '../../chain/registry.ts';
import { lockCursor } from '../../chain/views.ts';
import { depositBill } from '../bill.ts';
import type { DepositContext } from '../context.ts';
import { changeDeposits } from '../store.ts';
import { lockFinal } from './store.ts';

const unlocksPerTransaction = 500;
const batchesPerPass = 200;

/** Frees every deposit whose block is final. Answers how many. */
export async function unlockFinal(context: DepositContext, chain: ChainRow): Promise<number> {
  let freed = 0;
  for (let batch = 0; batch < batchesPerPass; batch += 1) {
    const done = await unlockBatch(context, chain);
    freed += done;
    if (done < unlocksPerTransaction) break;
  }
  return freed;
}

async function unlockBatch({ db, clock, crash }: DepositContext, chain: ChainRow): Promise<number> {
  const done = await db.transaction().execute(async (transaction) => {
    const cursor = await lockCursor(transaction, chain.code);
    if (cursor === undefined || cursor.haltedReason !== null) return 0;
    const now = clock();
    const { finalizedHeight } = cursor;
    const free = await lockFinal(transaction, chain.code, { finalizedHeight, count: unlocksPerTransaction });
    if (free.length === 0) return 0;
    for (const { lockUnits } of free) assert(lockUnits > 0n, 'what can only be traded has a lock');
    await changeBills(
      transaction,
      free.flatMap(({ billId }) =>
        billId === null ? [] : [{ billId, statuses: ['success'] as const, now }],
      ),
    );
    await recordBills(
      transaction,
      free.map((deposit) =>
        depositBill(chain, deposit, {
          type: 'LOCK_RECOVERY',
          direction: 'in',
          units: deposit.lockUnits,
          belongsTo: deposit.billId ?? undefined,
          statuses: ['running', 'success'],
          now,
        }),
      ),
    );
    await changeDeposits(
      transaction,
      free.map((deposit) => ({ deposit, state: 'success', lockUnits: 0n })),
      now,
    );
    await announce(
      transaction,
      ...free.flatMap(({ userId, asset }) =>
        userId === null || asset === null
          ? []
          : [{ userId, event: 'balance' as const, data: { currency: asset } }],
      ),
    );
    await crash('unlock.in-commit');
    return free.length;
  });
  await crash('unlock.after-commit');
  return done;
}
