/** What counts as come in and gone out. */
import { sql } from 'kysely';

/**
 * What never does: what is locked or unlocked came in before and is still there (decisions.md), and what a refund gives
 * back stands beside the failed transfer that took it. Who trades changes one asset of their own into another. A lock whose
 * coins the chain took, and gave back, was booked.
 */
const outsideTotals = [
  'LOCK_INCREASE',
  'LOCK_RECOVERY',
  'TRANSFER_REFUND',
  'CURRENCY_TRADE',
  'CURRENCY_TRADE_RECOVERY',
];

/** Of bills `b` those in totals. What is on its way in is nobody's yet; what is on its way out is held already. */
export const inTotals = sql`b.status <> 'failed'
  and (b.type <> all (${outsideTotals}) or (b.type = 'LOCK_RECOVERY' and b.journal_id is not null))
  and (b.direction = 'out' or b.status in ('success', 'can-trade'))`;
