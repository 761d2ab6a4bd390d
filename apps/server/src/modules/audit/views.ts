/** What other modules may know of the auditor. */
import type { Queryable } from '@marigold/ledger/queryable';
import { sql } from 'kysely';

/** True while all money is stopped. */
export const isMoneyHalted = sql`exists (select from ledger.halt where resumed_at is null)`;

/** How many persons can act; two are needed before money can be resumed. */
export async function countOperators(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    'select count(*)::text as count from audit.operator where disabled_at is null',
    [],
  );
  return Number(rows[0]?.count ?? 0);
}
