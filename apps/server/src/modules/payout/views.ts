/** What other modules may know of payouts and of transactions of ours, as functions and as SQL for their own statements. */
import { sql } from 'kysely';

import type { BillFacts } from '../bill/facts.ts';

/** What bills borrow from payouts. */
export const payoutBillFacts: BillFacts['payout'] = {
  join: sql`left join app.payout p on b.chain is not null and p.bill_id = b.id`,
  isThere: sql`p.id is not null`,
  height: sql`p.height`,
  txId: sql`p.tx_id`,
  state: sql`p.state`,
  reason: sql`p.reason`,
  hasNonce: sql`exists (select from app.slot where payout_id = p.id)`,
  keptUnits: sql`(select p.kept_units from app.payout p where p.bill_id = b.id and p.kept_units > 0)`,
};
