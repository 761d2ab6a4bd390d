/** The SQL of cases and of the rules that open them; what others own is joined from what they hand in. */
import type { ChainAccount } from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';
import type { RiskAsk, RiskRule, RiskState } from '@marigold/contract/calls/risk';
import { assert } from '@marigold/money/assert';
import { before } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { accountOf, bytesOf, toLedger } from '../chain/registry.ts';
import type { CaseFacts, DepositFacts } from './facts.ts';
import type { MoneyRule, RiskObject } from './rules.ts';
import { depositsLookedAt, tradesOfADay, velocity } from './rules.ts';
import { caseStates } from './states.ts';

/** What was answered, as app.risk_case.answers keeps it. */
export type Answers = {
  readonly texts: readonly { readonly ask: RiskAsk; readonly text: string }[];
  readonly files: readonly string[];
};

export type Case = {
  readonly id: string;
  readonly userId: string;
  readonly rule: RiskRule;
  readonly object: RiskObject;
  readonly billId: string | null;
  /** Of the deposit or transfer; trades have neither chain nor account. */
  readonly place: {
    readonly chain: string;
    readonly family: 'evm' | 'tron';
    readonly account: ChainAccount;
  } | null;
  /** Of trades: with whom. */
  readonly other: string | null;
  readonly asset: string;
  /** Ledger units; a deposit's are rounded down. */
  readonly units: bigint;
  readonly scale: number;
  readonly decimals: number;
  readonly state: RiskState;
  readonly asks: readonly RiskAsk[];
  readonly answers: Answers | null;
  readonly deadline: number | null;
  readonly createdAt: number;
};

type Row = {
  id: string;
  user_id: string;
  rule: RiskRule;
  object: RiskObject;
  bill_id: string | null;
  chain: string | null;
  family: 'evm' | 'tron' | null;
  other: string | null;
  asset: string;
  amount: string;
  scale: number;
  chain_scale: number | null;
  decimals: number;
  account: Buffer | null;
  state: RiskState;
  asks: RiskAsk[];
  answers: Answers | null;
  deadline: number | null;
  created_at: number;
};

/** Cases by a condition on k (app.risk_case), with whatever order and limit it carries. */
async function selectCases(db: Database, facts: CaseFacts, where: RawBuilder<unknown>): Promise<Case[]> {
  const found = await sql<Row>`
    select k.id, k.user_id, k.rule, k.other_user_id as other,
      case when d.id is not null then 'deposit' when p.id is not null then 'transfer' else 'trade' end as object, coalesce(d.bill_id, p.bill_id) as bill_id, n.code as chain,
      n.family, a.code as asset, coalesce(d.amount, p.amount, round(k.usd * power(10::numeric, l.scale)))::text as amount, l.scale, c.chain_scale, a.decimals,
      coalesce(d.account, p.account) as account, k.state, k.asks, k.answers, k.deadline, k.created_at
    from app.risk_case k
    left join (${facts.deposits}) d on d.id = k.deposit_id
    left join (${facts.payouts}) p on p.id = k.payout_id
    left join app.chain n on n.code = coalesce(d.chain, p.chain)
    left join app.chain_asset c on c.chain = n.code and c.asset = coalesce(d.asset, p.asset)
    join app.asset a on a.code = coalesce(c.asset, 'USD')
    join ledger.asset l on l.id = a.ledger_id
    where ${where}`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    rule: row.rule,
    object: row.object,
    billId: row.bill_id,
    place: addressOf(row),
    other: row.other,
    asset: row.asset,
    units:
      row.object === 'deposit' && row.chain_scale !== null
        ? toLedger({ scale: row.scale, chainScale: row.chain_scale }, toChainUnits(BigInt(row.amount))).units
        : BigInt(row.amount),
    scale: row.scale,
    decimals: row.decimals,
    state: row.state,
    asks: row.asks,
    answers: row.answers,
    deadline: row.deadline,
    createdAt: row.created_at,
  }));
}

function addressOf({ chain, family, account }: Row): Case['place'] {
  if (chain === null || family === null || account === null) return null;
  return { chain, family, account: accountOf(account) };
}

export async function findCase(db: Database, facts: CaseFacts, id: string): Promise<Case | undefined> {
  return (await selectCases(db, facts, sql`k.id = ${id}`))[0];
}

/** A missing one and somebody else's are alike. */
export async function findCaseOf(
  db: Database,
  facts: CaseFacts,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Case | undefined> {
  return (await selectCases(db, facts, sql`k.id = ${id} and k.user_id = ${userId}`))[0];
}

export type CasePage = {
  readonly userId: string;
  readonly state: RiskState | undefined;
  readonly before: string | null;
  readonly count: number;
};

/** Newest first. */
export async function listCasesOf(
  db: Database,
  facts: CaseFacts,
  { userId, state, before, count }: CasePage,
): Promise<Case[]> {
  return await selectCases(
    db,
    facts,
    sql`k.user_id = ${userId} and (${state ?? null}::text is null or k.state = ${state ?? null})
          and (${before}::uuid is null or k.id < ${before}::uuid)
          order by k.id desc limit ${count}`,
  );
}

/** Answered ones first, then those whose deadline is over, oldest first. */
export async function listAnsweredOrLate(
  db: Database,
  facts: CaseFacts,
  { now, count }: { readonly now: number; readonly count: number },
): Promise<Case[]> {
  return await selectCases(
    db,
    facts,
    sql`k.state = 'answered' or (k.state = 'open' and k.deadline <= ${new Date(now)})
        order by k.state, k.id limit ${count}`,
  );
}

type Opened = { readonly asks: readonly RiskAsk[]; readonly deadline: number; readonly now: number };

export type MoneyCase = {
  readonly id: string;
  readonly userId: string;
  readonly rule: MoneyRule;
  readonly depositId: string | null;
  readonly payoutId: string | null;
} & Opened;

export async function insertMoneyCase(db: Database, one: MoneyCase): Promise<void> {
  const { id, userId, rule, depositId, payoutId, asks, deadline, now } = one;
  await sql`
    insert into app.risk_case (id, user_id, rule, deposit_id, payout_id, state, asks, deadline, created_at)
    values (${id}, ${userId}, ${rule}, ${depositId}, ${payoutId}, 'open',
      ${asks}, ${new Date(deadline)}, ${new Date(now)})`.execute(db);
}

export type TradeCase = {
  readonly id: string;
  readonly userId: string;
  readonly otherId: string;
  readonly usd: string;
} & Opened;

export async function insertTradeCase(db: Database, one: TradeCase): Promise<void> {
  const { id, userId, otherId, usd, asks, deadline, now } = one;
  await sql`
    insert into app.risk_case (id, user_id, rule, other_user_id, usd, state, asks, deadline, created_at)
    values (${id}, ${userId}, 'counterparty', ${otherId}, ${usd}, 'open', ${asks},
      ${new Date(deadline)}, ${new Date(now)})`.execute(db);
}

/** Writes into the story of a case. */
export async function insertStep(db: Database, caseId: string, state: string, now: number): Promise<void> {
  await sql`
    insert into app.risk_step (case_id, line, state, at)
    select ${caseId}, coalesce(max(line), 0) + 1, ${state}, ${new Date(now)}
    from app.risk_step where case_id = ${caseId}`.execute(db);
}

/** The story of a case, from its beginning. */
export async function listCaseSteps(
  db: Database,
  caseId: string,
): Promise<{ state: RiskState; at: number }[]> {
  const found = await sql<{ state: RiskState; at: number }>`
          select state, at from app.risk_step where case_id = ${caseId} order by line limit 20`.execute(db);
  return found.rows;
}

/** Nobody else changes it until the transaction ends; nothing happens where it is not this person's. */
export async function lockCaseOf(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  await sql`select from app.risk_case where id = ${id} and user_id = ${userId} for update`.execute(db);
}

/** Only of an open case that the caller has locked. */
export async function updateAnswers(
  db: Database,
  caseId: string,
  answers: Answers,
  now: number,
): Promise<void> {
  const written = await sql`
        update app.risk_case set state = 'answered', answers = ${JSON.stringify(answers)}, answered_at = ${new Date(now)}
        where id = ${caseId} and state = any(${before(caseStates, 'answered')}::text[])`.execute(db);
  assert(written.numAffectedRows === 1n, 'a case that is answered was open');
}

export type Ruling = {
  readonly caseId: string;
  readonly outcome: 'cleared' | 'refused';
  readonly by: string;
  readonly reason: string;
  readonly now: number;
};

/** False: it does not wait, or there is none. */
export async function updateDecision(
  db: Database,
  { caseId, outcome, by, reason, now }: Ruling,
): Promise<boolean> {
  const decided = await sql`
    update app.risk_case set state = ${outcome}, decided_at = ${new Date(now)}, decided_by = ${by},
      decided_reason = ${reason}
    where id = ${caseId} and state = any(${before(caseStates, outcome)}::text[])`.execute(db);
  return decided.numAffectedRows !== 0n;
}

/** Clears the case of a payout that waits, and answers which that was. */
export async function clearCaseOfPayout(
  db: Database,
  { payoutId, reason, now }: { readonly payoutId: string; readonly reason: string; readonly now: number },
): Promise<string | undefined> {
  const closed = await sql<{ id: string }>`
    update app.risk_case set state = 'cleared', decided_at = ${new Date(now)}, decided_reason = ${reason}
    where payout_id = ${payoutId} and state = any(${before(caseStates, 'cleared')}::text[]) returning id`.execute(
    db,
  );
  return closed.rows[0]?.id;
}

export type JudgedDeposit = {
  readonly id: string;
  readonly user_id: string;
  readonly asset: string;
  readonly amount: string;
  readonly scale: number;
  readonly chain_scale: number;
  readonly decimals: number;
  readonly rule: MoneyRule | null;
  readonly case_state: RiskState | null;
};

/** One statement for the whole batch. Without any rate no amount is over a limit: what is unknown is locked, not asked. */
export async function judgeDeposits(
  db: Database,
  facts: DepositFacts,
  ids: readonly string[],
  now: number,
): Promise<JudgedDeposit[]> {
  const found = await sql<JudgedDeposit>`
    select d.id, d.user_id, d.asset, d.amount::text as amount, l.scale, c.chain_scale, a.decimals,
      case
        when exists (select from app.risk_account k where k.family = n.family and k.account = d.from_account) then 'list'
        when d.amount * r.usd >= c.risk_usd * power(10::numeric, c.chain_scale) then 'amount'
        when (
          select count(distinct p.from_account) > ${velocity.senders} from (
            ${facts.newest(sql`d.user_id`, depositsLookedAt)}
          ) p where p.seen_at > ${new Date(now - velocity.windowMs)}
        ) then 'velocity'
      end as rule, k.state as case_state
    from (${facts.due(ids)}) d
    join app.chain n on n.code = d.chain
    join app.chain_asset c on c.chain = d.chain and c.asset = d.asset
    join app.asset a on a.code = d.asset
    join ledger.asset l on l.id = a.ledger_id
    left join app.rate r on r.asset = d.asset
    left join app.risk_case k on k.deposit_id = d.id
    order by d.id`.execute(db);
  return found.rows;
}

/** Whoever opens cases about trades waits for whoever does it already. */
export async function lockTradeCases(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('risk.trades', 0))`.execute(db);
}

/** Whether a case about these two waits, or was opened within the window. */
export async function hasRecentCase(
  db: Database,
  { userId, otherId }: { readonly userId: string; readonly otherId: string },
  now: number,
): Promise<boolean> {
  const found = await sql`
    select from app.risk_case where user_id = ${userId} and other_user_id = ${otherId}
      and (state in ('open', 'answered') or created_at > ${new Date(now - tradesOfADay.windowMs)}) limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Whatever comes from this account or goes there is held back from now on. */
export async function upsertRiskAccount(
  db: Database,
  {
    family,
    account,
    reason,
    now,
  }: {
    readonly family: string;
    readonly account: ChainAccount;
    readonly reason: string;
    readonly now: number;
  },
): Promise<void> {
  await sql`
      insert into app.risk_account (family, account, reason, added_at)
      values (${family}, ${bytesOf(account)}, ${reason.slice(0, 200)}, ${new Date(now)})
      on conflict (family, account) do update set reason = excluded.reason`.execute(db);
}

/** False: it was not on the list. */
export async function deleteRiskAccount(
  db: Database,
  { family, account }: { readonly family: string; readonly account: ChainAccount },
): Promise<boolean> {
  const gone = await sql`
      delete from app.risk_account where family = ${family} and account = ${bytesOf(account)}`.execute(db);
  return gone.numAffectedRows !== 0n;
}
