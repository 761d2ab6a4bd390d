import type { ChainAccount, ChainCode } from '@marigold/chain/port';
/** What other modules may know of cases, as functions and as SQL for their own statements. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { bytesOf } from '../chain/registry.ts';
import type { CaseFacts, PaidFacts } from './facts.ts';
import type { MoneyRule } from './rules.ts';
import { velocity } from './rules.ts';
import type { Case } from './store.ts';
import { listAnsweredOrLate } from './store.ts';

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

const waitingMax = 100;

/** Cases that wait for a person of the house: answered ones first, then those whose time to answer is over, oldest first. */
export async function listWaitingCases(db: Database, facts: CaseFacts, now: number): Promise<Case[]> {
  return await listAnsweredOrLate(db, facts, { now, count: waitingMax });
}

/** True of a deposit whose case was cleared. */
export function isDepositCleared(depositId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from app.risk_case k where k.deposit_id = ${depositId} and k.state = 'cleared')`;
}

/** Joins the case of a deposit, as `k`, where it was cleared. */
export function joinClearedCase(depositId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join app.risk_case k on k.deposit_id = ${depositId} and k.state = 'cleared'`;
}

/** Whether somebody refused what a rule held back. */
export async function isDepositRefused(db: Database, depositId: string): Promise<boolean> {
  const found = await sql`
    select from app.risk_case where deposit_id = ${depositId} and state = 'refused'`.execute(db);
  return found.rows.length > 0;
}

export type Outgoing = {
  readonly userId: string;
  readonly chain: ChainCode;
  readonly asset: string;
  readonly account: ChainAccount;
  /** Worth in US dollars. */
  readonly usd: string;
  readonly now: number;
};

/**
 * The rule that wants a transfer on a chain held back before anything is signed, the gravest first; undefined for most.
 * The caller holds the lock under which the person's payouts follow each other, so that all in an hour are counted.
 */
export async function findPayoutRisk(
  db: Database,
  paid: PaidFacts,
  { userId, chain, asset, account, usd, now }: Outgoing,
): Promise<MoneyRule | undefined> {
  const bytes = bytesOf(account);
  const since = new Date(now - velocity.windowMs);
  const found = await sql<{ rule: MoneyRule | null }>`
    with paid as (
      ${paid(userId)}
    )
    select case
      when exists (select from app.risk_account k where k.family = n.family and k.account = ${bytes}) then 'list'
      when ${usd}::numeric >= c.risk_usd then 'amount'
      when not exists (select from paid where account = ${bytes} and first_at <= ${since})
        and (select count(*) >= ${velocity.newAccounts} from paid where account <> ${bytes} and first_at > ${since})
        then 'velocity'
    end as rule
    from app.chain_asset c join app.chain n on n.code = c.chain
    where c.chain = ${chain} and c.asset = ${asset}`.execute(db);
  return found.rows[0]?.rule ?? undefined;
}
