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

/** What the chain used up of the fee of a transfer that was mined and failed: all that a failed bill took for good. */
const kept = sql`(select p.kept_units from app.payout p where p.bill_id = b.id and p.kept_units > 0)`;

/** How much of a bill in totals went or came. */
export const unitsInTotals = sql`case when b.status = 'failed' then ${kept} else b.units end`;

/** Of bills `b` those in totals. What is on its way in is nobody's yet; what is on its way out is held already. */
export const inTotals = sql`(b.status <> 'failed' or (b.type = 'TRANSFER' and ${kept} is not null))
  and (b.type <> all (${outsideTotals}) or (b.type = 'LOCK_RECOVERY' and b.journal_id is not null))
  and (b.direction = 'out' or b.status in ('success', 'can-trade'))`;
