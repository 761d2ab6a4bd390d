/** A case: what a rule holds back, in the transaction that holds it back. */
import type { Database } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { notify } from '../message/notify.ts';
import type { MoneyRule } from './rules.ts';
import { answerMs, asksOf } from './rules.ts';
import { insertMoneyCase, insertStep, insertTradeCase } from './store.ts';

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
  const id = newRowId();
  const isDeposit = object === 'deposit';
  await insertMoneyCase(db, {
    id,
    userId,
    rule,
    depositId: isDeposit ? objectId : null,
    payoutId: isDeposit ? null : objectId,
    asks: asksOf[object][rule],
    deadline: now + answerMs,
    now,
  });
  await insertStep(db, id, 'open', now);
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
  const id = newRowId();
  await insertTradeCase(db, {
    id,
    userId,
    otherId,
    usd,
    asks: asksOf.trade,
    deadline: now + answerMs,
    now,
  });
  await insertStep(db, id, 'open', now);
  const facts = { object: 'trade', amount: usd, currency: 'USD', caseId: id };
  await notify(db, { userId, kind: 'riskAsked', facts, now });
  return id;
}
