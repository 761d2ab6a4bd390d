/**
 * A deposit that the database refuses to credit: it is marked uncredited with the reason and logged, so that the others
 * on its chain go on. Two operators have it tried again once the cause is mended.
 */
import { Halted, LedgerError } from '@marigold/ledger/errors';

import type { Database } from '../../../platform/database/database.ts';
import { isOutage, queryable, sqlState } from '../../../platform/database/database.ts';
import type { AuditDecision } from '../../audit/decision.ts';
import { assertTwoPersons } from '../../audit/decision.ts';
import { appendEvent } from '../../audit/event.ts';
import type { ChainRow } from '../../chain/registry.ts';
import type { DepositContext } from '../context.ts';
import { updateUncredited, updateTakenUp } from './store.ts';

const reasonMax = 300;

/**
 * Whether an error is caused by the deposit itself: it comes again with every try, and other deposits do not meet it.
 * Never an outage, which may pass by itself, nor the halt of all money.
 */
export function isAboutItsRows(error: unknown): boolean {
  if (isOutage(error) || error instanceof Halted) return false;
  if (error instanceof LedgerError) return true;
  const state = sqlState(error);
  // 22: a bad value, 23: a rule of a table.
  if (state !== undefined) return state.startsWith('22') || state.startsWith('23');
  return error instanceof Error && error.message.startsWith('Broken: ');
}

/** Nothing credits it any more until it is tried again. */
export async function markUncredited(
  { db, log, clock }: DepositContext,
  { code }: ChainRow,
  depositId: string,
  error: unknown,
): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, reasonMax);
  await db.transaction().execute(async (transaction) => {
    await updateUncredited(transaction, { id: depositId, reason, now: clock() });
    await appendEvent(queryable(transaction), {
      actor: 'watcher',
      action: 'deposit.putAside',
      subject: depositId,
      reason,
      detail: { chain: code },
    });
  });
  log.error({ chain: code, deposit: depositId, err: error }, 'A deposit was put aside: a person must look.');
}

/**
 * Has an uncredited deposit credited again by the usual rules, from the next round on, in the caller's transaction.
 * False: it was not uncredited.
 */
export async function takeUp(db: Database, depositId: string, decision: AuditDecision): Promise<boolean> {
  assertTwoPersons(decision);
  return await updateTakenUp(db, depositId);
}
