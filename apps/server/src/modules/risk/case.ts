/** A case: what a rule holds back, in the transaction that holds it back. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { notify } from '../message/notify.ts';
import type { MoneyRule } from './rules.ts';
import { answerMs, asksOf } from './rules.ts';

export type NewCase = {
  readonly userId: string;
  readonly rule: MoneyRule;
  readonly object: 'deposit' | 'transfer';
  /** The deposit or the payout. */
  readonly objectId: string;
  /** As it is shown, and in what. */
  readonly amount: string;
  readonly currency: string;
  readonly now: number;
};

/** Opens a case and asks its person. Once for each deposit and each payout. Answers its id. */
export async function openCase(db: Database, one: NewCase): Promise<string> {
  const { userId, rule, object, objectId, amount, currency, now } = one;
  const id = newId();
  const isDeposit = object === 'deposit';
  await sql`
    insert into app.risk_case (id, user_id, rule, deposit_id, payout_id, state, asks, deadline, created_at)
    values (${id}, ${userId}, ${rule}, ${isDeposit ? objectId : null}, ${isDeposit ? null : objectId}, 'open',
      ${asksOf[object][rule]}, ${new Date(now + answerMs)}, ${new Date(now)})`.execute(db);
  await addStep(db, id, 'open', now);
  await notify(db, { userId, kind: 'riskAsked', facts: { object, amount, currency, caseId: id }, now });
  return id;
}

export type NewTradeCase = {
  readonly userId: string;
  /** With whom most was traded. */
  readonly otherId: string;
  /** For how much, in US dollars. */
  readonly usd: string;
  readonly now: number;
};

/** Opens a case about trades of a day and asks its person; nothing is held back by it. Answers its id. */
export async function openTradeCase(
  db: Database,
  { userId, otherId, usd, now }: NewTradeCase,
): Promise<string> {
  const id = newId();
  await sql`
    insert into app.risk_case (id, user_id, rule, other_user_id, usd, state, asks, deadline, created_at)
    values (${id}, ${userId}, 'counterparty', ${otherId}, ${usd}, 'open', ${asksOf.trade},
      ${new Date(now + answerMs)}, ${new Date(now)})`.execute(db);
  await addStep(db, id, 'open', now);
  const facts = { object: 'trade', amount: usd, currency: 'USD', caseId: id };
  await notify(db, { userId, kind: 'riskAsked', facts, now });
  return id;
}

/** Writes into the story of a case. */
export async function addStep(db: Database, caseId: string, state: string, now: number): Promise<void> {
  await sql`
    insert into app.risk_step (case_id, line, state, at)
    select ${caseId}, coalesce(max(line), 0) + 1, ${state}, ${new Date(now)}
    from app.risk_step where case_id = ${caseId}`.execute(db);
}
