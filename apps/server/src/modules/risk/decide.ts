/** Ends of a case: a person of the house decides, or there is nothing to decide any more. */
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { notify } from '../message/notify.ts';
import { addStep } from './case.ts';
import { readCases } from './read.ts';

export type Decision = {
  readonly caseId: string;
  readonly isCleared: boolean;
  /** Who decided, and why, for the books of the house. */
  readonly by: string;
  readonly reason: string;
  readonly now: number;
};

/**
 * Clears or refuses a case and tells its person, in the caller's transaction. What it holds back follows by itself: a
 * cleared deposit is credited and a cleared payout signed in the next round of theirs, a refused payout gives its money
 * back, a refused deposit waits for its return. False where no such case waits; answers of the person are not waited for.
 */
export async function decide(
  db: Database,
  { caseId, isCleared, by, reason, now }: Decision,
): Promise<boolean> {
  const outcome = isCleared ? 'cleared' : 'refused';
  const decided = await sql`
    update app.risk_case set state = ${outcome}, decided_at = ${new Date(now)}, decided_by = ${by},
      decided_reason = ${reason}
    where id = ${caseId} and state in ('open', 'answered')`.execute(db);
  if (decided.numAffectedRows === 0n) return false;
  await addStep(db, caseId, outcome, now);
  const [one] = await readCases(db, sql`k.id = ${caseId}`);
  assert(one !== undefined, 'a case that was decided exists');
  const { userId, object, asset, units, scale, decimals } = one;
  const amount = formatUnitsTrimmed(units, scale, Math.min(decimals, scale));
  const facts = { object, amount, currency: asset, outcome, caseId };
  await notify(db, { userId, kind: 'riskDecided', facts, now });
  return true;
}

/**
 * Ends the case of a payout that its owner took back, or that was decided elsewhere: nothing is asked any more. In the
 * caller's transaction; nothing happens where no case is open. Locks the case before the caller locks the payout.
 */
export async function closeCase(
  db: Database,
  { payoutId, reason, now }: { readonly payoutId: string; readonly reason: string; readonly now: number },
): Promise<void> {
  const closed = await sql<{ id: string }>`
    update app.risk_case set state = 'cleared', decided_at = ${new Date(now)}, decided_reason = ${reason}
    where payout_id = ${payoutId} and state in ('open', 'answered') returning id`.execute(db);
  const id = closed.rows[0]?.id;
  if (id !== undefined) await addStep(db, id, 'cleared', now);
}
