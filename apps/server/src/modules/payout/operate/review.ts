/** What persons decided about payouts that wait for them. */
import { restoredReason } from '@marigold/chain/states';
import { Halted } from '@marigold/ledger/errors';

import type { Database } from '../../../platform/database/database.ts';
import type { PayoutReason } from '../change.ts';
import { changePayout, giveBack } from '../change.ts';
import type { Context } from '../context.ts';
import { isPayingPaused } from '../sender/store.ts';
import { lockPayout } from '../store.ts';
import { listDecided } from './store.ts';

const decidedAtOnce = 100;

/** What persons look at whatever became of a case of risk before. */
const heldReasons: readonly string[] = [restoredReason, 'gas_too_dear' satisfies PayoutReason];

/**
 * Cleared cases let their payouts go on, refused ones give the money back. Needs no chain. What may have been paid already
 * waits: for persons where the database was restored, for the sender where it is paused. So does what costs too much gas.
 */
export async function followCases({ db, code, clock }: Context): Promise<void> {
  const decided = await listDecided(db, code, { heldReasons, count: decidedAtOnce });
  if (decided.length > 0 && (await isPayingPaused(db, code))) return;
  for (const { payoutId: id, state } of decided) {
    try {
      await db.transaction().execute(async (inside) => await follow(inside, id, state, clock()));
    } catch (error) {
      // Money is stopped: it comes back as soon as it runs again.
      if (!(error instanceof Halted)) throw error;
    }
  }
}

async function follow(db: Database, id: string, state: 'cleared' | 'refused', now: number): Promise<void> {
  const payout = await lockPayout(db, id);
  if (payout?.state !== 'review') return;
  if (state === 'cleared') await changePayout(db, payout, { states: ['waiting'], now });
  else await giveBack(db, payout, { state: 'rejected', reason: 'refused_by_risk', now });
}
