/** What other modules may know of transfers inside Marigold, as SQL for their own statements. */
import { sql } from 'kysely';

import type { PaidPeople } from '../payee/paid-people.ts';

/** Whom people paid, for the address book. */
export const paidPeople: PaidPeople = {
  timesPaid({ userId, recipientId }) {
    return sql`select t.created_at as at from app.transfer t
        where t.sender_id = ${userId} and t.recipient_id = ${recipientId}`;
  },
  latestPaid({ userId, currency }, most) {
    return sql`select recipient_id, created_at from app.transfer
      where sender_id = ${userId} and (${currency ?? null}::text is null or asset = ${currency ?? null})
      order by created_at desc limit ${most}`;
  },
};
