/** SQL of documents that run out: whom to remind, and whose record ends. Days are those of UTC. */
import { kycReminderDays } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

/** A record, and which of the reminders is due. */
export type ExpiringRow = { readonly id: string; readonly reminder: (typeof kycReminderDays)[number] };

const [first, second, last] = kycReminderDays;

/** The reminder of a row `r` of records on this day: the closest one, so that one that was missed is not made up for. */
const reminder = (today: string) => sql`
  case when r.expires_on - ${today}::date <= ${last}::int then ${last}::int
    when r.expires_on - ${today}::date <= ${second}::int then ${second}::int else ${first}::int end`;

/** Whoever has another record that holds for longer needs no reminder of this one. */
const hasLonger = sql`
  exists (select from app.kyc_record o where o.user_id = r.user_id and o.purpose = r.purpose and o.id <> r.id
    and o.review = 'approved' and o.status <> 'disabled' and (o.expires_on is null or o.expires_on > r.expires_on))`;

export async function listExpiring(
  db: Database,
  { today, most }: { readonly today: string; readonly most: number },
): Promise<readonly ExpiringRow[]> {
  const found = await sql<ExpiringRow>`
    select r.id, ${reminder(today)} as reminder from app.kyc_record r
    where r.review = 'approved' and r.status <> 'disabled'
      and r.expires_on between ${today}::date and ${today}::date + ${first}::int
      and (r.reminded_days is null or r.reminded_days > ${reminder(today)}) and not ${hasLonger}
    order by r.expires_on, r.id limit ${most}`.execute(db);
  return found.rows;
}

/** False where it went out already. */
export async function markReminded(db: Database, { id, reminder: days }: ExpiringRow): Promise<boolean> {
  const marked = await sql`
    update app.kyc_record set reminded_days = ${days}
    where id = ${id} and (reminded_days is null or reminded_days > ${days})`.execute(db);
  return marked.numAffectedRows === 1n;
}

/** Records that hold by documents that ended before this day. */
export async function listExpired(
  db: Database,
  { today, most }: { readonly today: string; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record
    where review = 'approved' and status <> 'disabled' and expires_on < ${today}::date
    order by expires_on, id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}
