/** What a person may still pay out (domain.md B.2): limits per level over the last 24 hours and the last 30 days, in US dollars. */
import { payoutWindowMs } from '@marigold/contract/durations';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { centsOf } from '../rate/worth.ts';

const monthDays = 30;

/** How money leaves: everything counts for the limits of a level, what leaves on chains has narrower ones beside. */
export type Way = 'internal' | 'chain';

type Row = {
  usd_per_day: string;
  usd_per_month: string;
  chain_usd_per_day: string;
  chain_usd_per_month: string;
  day: string;
  month: string;
  chain_day: string;
  chain_month: string;
};

/** US cents that the person may still pay out this way now: the smallest of what its limits leave. */
export async function leftToPayOut(db: Database, userId: string, now: number, way: Way): Promise<bigint> {
  const day = new Date(now - payoutWindowMs);
  const month = new Date(now - monthDays * dayMs);
  // What was given back never left; what the chain took gas for counts as if it had, or burning it would be free of limits.
  const found = await sql<Row>`
    select l.usd_per_day, l.usd_per_month, l.chain_usd_per_day, l.chain_usd_per_month,
      coalesce(sum(o.usd) filter (where o.created_at > ${day}), 0) as day,
      coalesce(sum(o.usd), 0) as month,
      coalesce(sum(o.usd) filter (where o.is_chain and o.created_at > ${day}), 0) as chain_day,
      coalesce(sum(o.usd) filter (where o.is_chain), 0) as chain_month
    from app.person p
    join app.payout_limit l on l.kyc_level = p.kyc_level
    left join lateral (
      select usd, created_at, false as is_chain from app.transfer
      where sender_id = p.id and created_at > ${month}
      union all
      select usd, created_at, true from app.payout
      where user_id = p.id and created_at > ${month}
        and (state not in ('cancelled', 'rejected', 'failed') or kept_units is not null)
    ) o on true
    where p.id = ${userId}
    group by l.kyc_level`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return 0n;
  const left = [
    centsOf(row.usd_per_day) - centsOf(row.day),
    centsOf(row.usd_per_month) - centsOf(row.month),
    ...(way === 'chain'
      ? [
          centsOf(row.chain_usd_per_day) - centsOf(row.chain_day),
          centsOf(row.chain_usd_per_month) - centsOf(row.chain_month),
        ]
      : []),
  ].reduce((least, one) => (one < least ? one : least));
  return left > 0n ? left : 0n;
}
