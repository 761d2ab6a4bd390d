/** What persons decided about payouts that wait for them. */
import { Halted } from '@marigold/ledger/errors';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { changePayout, giveBack } from './change.ts';
import type { Context } from './context.ts';
import { lockPayout } from './store.ts';

const decidedAtOnce = 100;

/** Cleared cases let their payouts go on, refused ones give the money back. Needs no chain. */
export async function followCases({ db, code, clock }: Context): Promise<void> {
  const found = await sql<{ payout_id: string; state: 'cleared' | 'refused' }>`
    select k.payout_id, k.state from app.risk_case k
    join app.payout p on p.id = k.payout_id and p.chain = ${code} and p.state = 'review'
    where k.state in ('cleared', 'refused') order by p.id limit ${decidedAtOnce}`.execute(db);
  for (const { payout_id: id, state } of found.rows) {
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
