/** Ends of a case: a person of the house decides, or there is nothing to decide any more. */
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { sayUnits } from '../asset/asset.ts';
import { notify } from '../message/notify.ts';
import type { CaseFacts } from './facts.ts';
import { clearCaseOfPayout, findCase, insertStep, updateDecision } from './store.ts';

export type RiskDecision = {
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
export async function decideRisk(
  db: Database,
  facts: CaseFacts,
  { caseId, isCleared, by, reason, now }: RiskDecision,
): Promise<boolean> {
  const outcome = isCleared ? 'cleared' : 'refused';
  if (!(await updateDecision(db, { caseId, outcome, by, reason, now }))) return false;
  await insertStep(db, caseId, outcome, now);
  const one = await findCase(db, facts, caseId);
  assert(one !== undefined, 'a case that was decided exists');
  const { userId, object, asset, units } = one;
  const words = { object, amount: sayUnits(one, units), currency: asset, outcome, caseId };
  await notify(db, { userId, kind: 'riskDecided', facts: words, now });
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
  const id = await clearCaseOfPayout(db, { payoutId, reason, now });
  if (id !== undefined) await insertStep(db, id, 'cleared', now);
}
