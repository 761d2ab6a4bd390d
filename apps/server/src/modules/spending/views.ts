/** What other rooms read of freezes, locks and debts. */
import type { VerifyMethod } from '@marigold/guard/factors';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { SqlWords } from '../../platform/database/prepared.ts';
import { hasOpenLock } from '../deposit/views.ts';
import type { StoredFreeze } from './held-freeze.ts';

/** A column of a statement about `app.person p`: the latest freeze of each area that nobody lifted, which may be over. */
export const latestFreezes = sql<readonly StoredFreeze[]>`coalesce((
  select json_agg(json_build_object('area', f.area, 'reason', f.reason,
    'until', case when f.until < 'infinity' then floor(extract(epoch from f.until) * 1000) end))
  from (select distinct on (area) area, reason, until from app.freeze
        where user_id = p.id and lifted_at is null order by area, until desc, id) f), '[]')`;

/** A column of prepared statements about `app.session s`: until when orders of its person are frozen, in epoch milliseconds. */
export const tradeFrozenUntil =
  new SqlWords(`(select floor(extract(epoch from max(f.until)) * 1000)::float8 from app.freeze f
       where f.user_id = s.user_id and f.area = 'trade' and f.lifted_at is null)`);

/** Whether something of person `p` is locked or owed: for prepared statements about many. */
export const isHeldBack = new SqlWords(`${hasOpenLock.text}
          or exists (select from ledger.account a where a.owner_id = p.id and a.kind = 'debt' and a.balance < 0)`);

/** What somebody owes, a row for each account of debts. */
export function debtsOf(userId: string) {
  return sql`select from ledger.account where owner_id = ${userId} and kind = 'debt' and balance < 0`;
}

/** True while something is owed for a deposit that left its chain. */
export async function isInDebt(db: Database, userId: string): Promise<boolean> {
  return (await debtsOf(userId).execute(db)).rows.length > 0;
}

export type StoredLimits = {
  readonly single: string;
  readonly total: string;
  readonly payments: number;
  readonly method: VerifyMethod | null;
  readonly alwaysWait: boolean;
};

export type LimitColumns = {
  readonly limits: StoredLimits | null;
  readonly raise: (StoredLimits & { readonly effectiveAt: number }) | null;
};

const limitsJson = (row: 'l' | 'c') => {
  const name = sql.raw(row);
  return sql`'single', ${name}.single_usd::text, 'total', ${name}.total_usd::text, 'payments', ${name}.payments,
      'method', ${name}.method, 'alwaysWait', ${name}.always_wait`;
};

/** The limits that are stored, and the raise that was not written down as in force yet. */
export const limitColumns = {
  columns: sql`
    case when l.user_id is not null then json_build_object(${limitsJson('l')}) end as limits,
    case when c.user_id is not null then json_build_object(${limitsJson('c')},
      'effectiveAt', floor(extract(epoch from c.effective_at) * 1000)) end as raise`,
  joins: sql`
    left join app.person_limit l on l.user_id = p.id
    left join app.limit_change c on c.user_id = p.id and c.state = 'pending'`,
};

/** What each level may send in a day and in 30 days, US dollars. */
export async function listLevelLimits(
  db: Database,
): Promise<{ level: number; usdPerDay: string; usdPerMonth: string }[]> {
  const found = await sql<{ level: number; usdPerDay: string; usdPerMonth: string }>`
    select kyc_level as level, usd_per_day::text as "usdPerDay", usd_per_month::text as "usdPerMonth"
    from app.payout_limit where kyc_level > 0 order by kyc_level`.execute(db);
  return found.rows;
}
