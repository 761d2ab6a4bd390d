/** What other modules may know of deposits, as functions and as SQL for their own statements. */
import type { ChainCode, Coin } from '@marigold/chain/port';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import { assert } from '@marigold/money/assert';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { SqlWords } from '../../platform/database/prepared.ts';
import type { BillFacts } from '../bill/facts.ts';
import { bytesOf } from '../chain/registry.ts';
import type { DepositFacts } from '../risk/facts.ts';

/**
 * What came final to each address of each listed currency that is not halted, in chain units: address_id, asset, what is
 * credited of it, and what is nobody's yet.
 */
export function sumFinalByAddress(
  chain: ChainCode,
  { height, haltedAssets }: { readonly height: number; readonly haltedAssets: ReadonlySet<string> },
): RawBuilder<unknown> {
  return sql`select d.address_id, d.asset,
        sum(d.amount) filter (where d.state in ('can-trade', 'success', 'recovered')) as credited,
        coalesce(sum(d.amount) filter (where d.state not in ('can-trade', 'success', 'recovered')), 0) as uncredited
      from app.deposit d
      where d.chain = ${chain} and d.height <= ${height} and d.asset is not null
        and d.asset <> all(${[...haltedAssets]}::text[])
      group by d.address_id, d.asset`;
}

/**
 * What bills borrow from deposits. Of several in one bill the last one to be safe counts: the highest, before it one that is
 * in no block.
 */
export const depositBillFacts: BillFacts['deposit'] = {
  join: sql`left join lateral (
    select height, tx_id, case when aside_at is null then state else 'held' end as state from app.deposit where b.chain is not null and bill_id = b.id
    order by height desc nulls first limit 1
  ) d on true`,
  isThere: sql`d.state is not null`,
  height: sql`d.height`,
  txId: sql`d.tx_id`,
  state: sql`d.state`,
};

/** What lies under locks of people's deposits, as text: owner_id, asset_id of the ledger, lock_units; `owners` is an array of ids. */
export function locksOf(owners: string): string {
  return `select d.user_id as owner_id, a.ledger_id as asset_id, d.lock_units
       from app.deposit d join app.asset a on a.code = d.asset
       where d.user_id = any(${owners}) and d.lock_units > 0`;
}

/** Deposits as cases of risk tell of them. */
export const depositCaseFacts = sql`select id, bill_id, chain, asset, amount, from_account as account from app.deposit`;

/** Deposits as rules of risk judge them. */
export const depositRiskFacts: DepositFacts = {
  due: (ids) => sql`select id, user_id, chain, asset, amount, from_account from app.deposit
      where id = any(${ids}::uuid[]) and user_id is not null`,
  // Anybody can make a contract that tells of payments from many: only coins that we list tell the truth.
  newest: (userId, most) => sql`select from_account, seen_at from app.deposit
            where user_id = ${userId} and asset is not null order by id desc limit ${most}`,
};

export type DepositSums = {
  /** What waits below the minimum, and what ledger units are too coarse for. */
  readonly dust: ChainUnits;
  /** In the books though it is above the height. */
  readonly above: ChainUnits;
  /** On the chain and not in the books. */
  readonly open: ChainUnits;
  /** What came to accounts of the house, and in ledger units what was booked of it. */
  readonly house: ChainUnits;
  readonly houseUnits: bigint;
};

/** What the deposits of a currency say that lies on a chain at a height. */
export async function sumDeposits(
  db: Database,
  {
    chain,
    asset,
    coin,
    height,
  }: {
    readonly chain: ChainCode;
    readonly asset: string;
    readonly coin: Coin;
    readonly height: number;
  },
): Promise<DepositSums> {
  const contract = coin === 'native' ? null : bytesOf(coin);
  const found = await sql<{ dust: string; above: string; open: string; house: string; house_units: string }>`
    select
      (select coalesce(sum(amount), 0) from app.deposit_dust
        where chain = ${chain} and asset = ${asset})::text as dust,
      coalesce(sum(amount) filter (where state in ('dust', 'can-trade', 'success', 'house')
        and (height is null or height > ${height})), 0)::text as above,
      coalesce(sum(amount) filter (where state in ('confirming', 'held', 'unsupported', 'closed')
        and height <= ${height}), 0)::text as open,
      coalesce(sum(amount) filter (where state = 'house'), 0)::text as house,
      coalesce(sum(units) filter (where state = 'house'), 0)::text as house_units
    from app.deposit where chain = ${chain} and contract is not distinct from ${contract}::bytea`.execute(db);
  const [row] = found.rows;
  assert(row !== undefined, 'a sum has one row');
  return {
    // A dust balance may be below zero, and so may all together.
    dust: BigInt(row.dust) as ChainUnits,
    above: toChainUnits(BigInt(row.above)),
    open: toChainUnits(BigInt(row.open)),
    house: toChainUnits(BigInt(row.house)),
    houseUnits: BigInt(row.house_units),
  };
}

/** True where the books did not take a deposit and a person must look. */
export const isAnyUncredited = sql`exists (select from app.deposit where aside_at is not null)`;

export type WaitingDeposit = {
  readonly id: string;
  readonly chain: string;
  readonly state: string;
  readonly tx_id: string;
  readonly debt_units: string;
  readonly aside_reason: string | null;
};

/**
 * Deposits that wait for a person, for operators. Anybody can send coins that nobody lists: what waits for a decision about
 * money of ours comes before them, and what the books did not take before everything.
 */
export async function listWaitingDeposits(db: Database, count: number): Promise<WaitingDeposit[]> {
  const found = await sql<WaitingDeposit>`
    select id, chain, state, tx_id, debt_units::text as debt_units, aside_reason from app.deposit
    where state in ('unsupported', 'held', 'orphaned') or debt_units > 0 or aside_at is not null
    order by aside_at is null, debt_units = 0, state = 'unsupported', id desc limit ${count}`.execute(db);
  return found.rows;
}

/** Open locks of a person: asset and lock_units. */
export function openLocksOf(userId: string): RawBuilder<unknown> {
  return sql`select asset, lock_units from app.deposit where user_id = ${userId} and lock_units > 0`;
}

/** Whether a deposit of person `p` is locked: for prepared statements about many. */
export const hasOpenLock = new SqlWords(
  'exists (select from app.deposit d where d.user_id = p.id and d.lock_units > 0)',
);
