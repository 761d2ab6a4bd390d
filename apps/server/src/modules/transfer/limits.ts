/** What a person may still pay out (domain.md B.2): a limit per level over the last 24 hours and the last 30 days, in US dollars. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { centsOf } from '../rate/worth.ts';

const dayMs = 24 * 60 * 60 * 1000;
const monthDays = 30;

/** US cents that the person may still pay out now: the smaller of what the day and the month leave. */
export async function leftToPayOut(db: Database, userId: string, now: number): Promise<bigint> {
  const found = await sql<{ usd_per_day: string; usd_per_month: string; day: string; month: string }>`
    select l.usd_per_day, l.usd_per_month,
      coalesce(sum(t.usd) filter (where t.created_at > ${new Date(now - dayMs)}), 0) as day,
      coalesce(sum(t.usd), 0) as month
    from app.person p
    join app.payout_limit l on l.kyc_level = p.kyc_level
    left join app.transfer t on t.sender_id = p.id and t.created_at > ${new Date(now - monthDays * dayMs)}
    where p.id = ${userId}
    group by l.usd_per_day, l.usd_per_month`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return 0n;
  const today = centsOf(row.usd_per_day) - centsOf(row.day);
  const thisMonth = centsOf(row.usd_per_month) - centsOf(row.month);
  const left = today < thisMonth ? today : thisMonth;
  return left > 0n ? left : 0n;
}
