/** What other modules may know of cases, as functions and as SQL for their own statements. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Joins the case of a payout, as `k`, where it was decided: its state is `cleared` or `refused`. */
export function joinDecidedCase(payoutId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join app.risk_case k on k.payout_id = ${payoutId} and k.state in ('cleared', 'refused')`;
}

/** The case of a payout that its person may still answer. */
export function answerableCaseOf(payoutId: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`(select k.id from app.risk_case k
       where k.payout_id = ${payoutId} and k.state = 'open' and (k.deadline is null or k.deadline > ${new Date(now)}))`;
}

/** Whether a case about a payout waits for a decision. */
export async function isPayoutUndecided(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.risk_case where payout_id = ${payoutId} and state in ('open', 'answered')`.execute(db);
  return found.rows.length > 0;
}

/** Whether somebody refused a payout that a rule held back. */
export async function isPayoutRefused(db: Database, payoutId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.risk_case where payout_id = ${payoutId} and state = 'refused'`.execute(db);
  return found.rows.length > 0;
}
