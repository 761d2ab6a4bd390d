/** Cases with what their deposit or payout says of them. */
import type { Account } from '@marigold/chain/port';
import type { RiskAsk, RiskRule, RiskState } from '@marigold/contract/risk';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, toLedger } from '../chain/registry.ts';
import type { RiskObject } from './rules.ts';

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
    readonly account: Account;
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
export async function readCases(db: Database, where: RawBuilder<unknown>): Promise<Case[]> {
  const found = await sql<Row>`
    select k.id, k.user_id, k.rule, k.other_user_id as other,
      case when d.id is not null then 'deposit' when p.id is not null then 'transfer' else 'trade' end as object, coalesce(d.bill_id, p.bill_id) as bill_id, n.code as chain,
      n.family, a.code as asset, coalesce(d.amount, p.units, round(k.usd * power(10::numeric, l.scale)))::text as amount, l.scale, c.chain_scale, a.decimals,
      coalesce(d.from_account, p.account) as account, k.state, k.asks, k.answers, k.deadline, k.created_at
    from app.risk_case k
    left join app.deposit d on d.id = k.deposit_id
    left join app.payout p on p.id = k.payout_id
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
    place: placeOf(row),
    other: row.other,
    asset: row.asset,
    units:
      row.object === 'deposit' && row.chain_scale !== null
        ? toLedger({ scale: row.scale, chainScale: row.chain_scale }, BigInt(row.amount)).units
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

function placeOf({ chain, family, account }: Row): Case['place'] {
  if (chain === null || family === null || account === null) return null;
  return { chain, family, account: accountOf(account) };
}

const waitingMax = 100;

/** Cases that wait for a person of the house: answered ones first, then those whose time to answer is over, oldest first. */
export async function listWaitingCases(db: Database, now: number): Promise<Case[]> {
  return await readCases(
    db,
    sql`k.state = 'answered' or (k.state = 'open' and k.deadline <= ${new Date(now)})
        order by k.state, k.id limit ${waitingMax}`,
  );
}
