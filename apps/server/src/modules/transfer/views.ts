/** What other modules may know of transfers inside Marigold, as SQL for their own statements. */
import { sql } from 'kysely';

import type { PaidPeople } from '../payee/paid-people.ts';
import type { Outflow } from '../spending/outflow.ts';

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

/** What went to other people of Marigold, for limits. */
export const transferOutflow: Outflow = {
  limited(userId, since) {
    return sql`select usd, created_at, false as is_chain from app.transfer
      where sender_id = ${userId} and created_at > ${since}`;
  },
  payments(userId, since) {
    return sql`select usd, journal_id, challenge_id, created_at from app.transfer
      where sender_id = ${userId} and created_at > ${since}`;
  },
};
