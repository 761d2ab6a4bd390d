/** What other modules may know of payouts and of transactions of ours, as functions and as SQL for their own statements. */
import type { Family } from '@marigold/chain/account';
import type { ChainAccount, ChainCode, Hash, Coin } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { type ChainUnits, toChainUnits } from '@marigold/chain/units';
import { dayMs } from '@marigold/money/spans';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import type { BillFacts } from '../bill/facts.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import { joinCursor } from '../chain/views.ts';
import { answerableCaseOf } from '../risk/views.ts';

type Sql = RawBuilder<unknown>;

/** What came back was not received. */
const wasReceived = sql`o.state not in ('cancelled', 'rejected', 'failed')`;

/** True where a person paid an account on a chain. */
export function hasPaidOnChain(userId: string, account: ChainAccount): Sql {
  return sql`exists (
      select from app.payout where user_id = ${userId} and account = ${bytesOf(account)}
        and state not in ('cancelled', 'rejected', 'failed')
    )`;
}

/** When a person paid an account on a chain in a currency, each time, as `at`; given as columns of another table. */
export function timesPaid(by: {
  readonly userId: Sql;
  readonly account: Sql;
  readonly chain: Sql;
  readonly asset: Sql;
}): Sql {
  return sql`select o.created_at as at from app.payout o
        where o.user_id = ${by.userId} and o.account = ${by.account} and o.chain = ${by.chain} and o.asset = ${by.asset} and ${wasReceived}`;
}

/** When the first payment was ordered that arrived at an account on a chain, in any currency; given as columns or values. */
export function firstArrival(by: { readonly userId: Sql; readonly account: Sql; readonly chain: Sql }): Sql {
  return sql`(select min(o.created_at) from app.payout o
        where o.user_id = ${by.userId} and o.account = ${by.account} and o.chain = ${by.chain}
          and o.state in ('completed', 'settled'))`;
}

/** What a person paid on a chain; without a currency in all of them. */
export type PaidOnChain = {
  readonly userId: string;
  readonly chain: string;
  readonly currency: string | undefined;
};

function isOf({ userId, chain, currency }: PaidOnChain): Sql {
  return sql`o.user_id = ${userId} and o.chain = ${chain}
      and (${currency ?? null}::text is null or o.asset = ${currency ?? null}) and ${wasReceived}`;
}

/** The newest that a person paid on a chain: account and created_at. */
export function latestPaid(paid: PaidOnChain, most: number): Sql {
  return sql`select o.account, o.created_at from app.payout o
      where ${isOf(paid)}
      order by o.created_at desc limit ${most}`;
}

/** How often a person paid one account on a chain, as one number. */
export function countPaid(paid: PaidOnChain, account: Sql): Sql {
  return sql`(select count(*) from app.payout o
       where ${isOf(paid)} and o.account = ${account})`;
}

/** A payout as its person sees it. */
export type PayoutDetail = {
  readonly id: string;
  readonly billId: string;
  readonly state: PayoutState;
  readonly reason: string | null;
  readonly chain: ChainCode;
  readonly family: Family;
  readonly asset: string;
  /** Decimals of the ledger unit. */
  readonly scale: number;
  readonly account: ChainAccount;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly txId: Hash | null;
  readonly height: number | null;
  /** How far its chain was read; null: not at all. */
  readonly head: number | null;
  readonly confirmations: number;
  readonly explorerTransaction: string | null;
  readonly minutes: number;
  readonly hasNonce: boolean;
  /** The case that its person may still answer. */
  readonly riskId: string | null;
};

type DetailRow = {
  id: string;
  bill_id: string;
  state: PayoutState;
  reason: string | null;
  chain: string;
  family: Family;
  asset: string;
  scale: number;
  account: Buffer;
  units: string;
  fee_units: string;
  tx_id: string | null;
  height: bigint | null;
  head: bigint | null;
  confirmations: number;
  explorer_transaction: string | null;
  minutes: number;
  has_slot: boolean;
  risk_id: string | null;
};

/** By the bill it is shown as, of one person. */
export async function findPayoutDetail(
  db: Database,
  { billId, userId, now }: { readonly billId: string; readonly userId: string; readonly now: number },
): Promise<PayoutDetail | undefined> {
  const found = await sql<DetailRow>`
    select p.id, p.bill_id, p.state, p.reason, p.chain, n.family, p.asset, l.scale, p.account, p.units, p.fee_units, p.tx_id,
      p.height, c.height as head, n.confirmations, n.explorer_transaction, o.minutes,
      exists (select from app.slot where payout_id = p.id) as has_slot,
      ${answerableCaseOf(sql`p.id`, now)} as risk_id
    from app.payout p
    join app.chain n on n.code = p.chain
    join app.chain_asset o on o.chain = p.chain and o.asset = p.asset
    join app.asset a on a.code = p.asset
    join ledger.asset l on l.id = a.ledger_id
    ${joinCursor(sql`p.chain`)}
    where p.bill_id = ${billId} and p.user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  return row && detailOf(row);
}

function detailOf(row: DetailRow): PayoutDetail {
  return {
    id: row.id,
    billId: row.bill_id,
    state: row.state,
    reason: row.reason,
    chain: row.chain,
    family: row.family,
    asset: row.asset,
    scale: row.scale,
    account: accountOf(row.account),
    units: BigInt(row.units),
    feeUnits: BigInt(row.fee_units),
    txId: row.tx_id,
    height: row.height === null ? null : Number(row.height),
    head: row.head === null ? null : Number(row.head),
    confirmations: row.confirmations,
    explorerTransaction: row.explorer_transaction,
    minutes: row.minutes,
    hasNonce: row.has_slot,
    riskId: row.risk_id,
  };
}

/** The newest states that a payout went through, oldest first. */
export async function listLatestSteps(
  db: Database,
  payoutId: string,
  most: number,
): Promise<{ readonly state: PayoutState; readonly at: number }[]> {
  const steps = await sql<{ state: PayoutState; at: number }>`
    select state, at from (
      select line, state, at from app.payout_step where payout_id = ${payoutId} order by line desc limit ${most}
    ) newest order by line`.execute(db);
  return steps.rows;
}

/** The chain that a payout is on. */
export async function findChainOfPayout(db: Database, payoutId: string): Promise<ChainCode | undefined> {
  const found = await sql<{ chain: string }>`select chain from app.payout where id = ${payoutId}`.execute(db);
  return found.rows[0]?.chain;
}

export type NotSigned = { readonly asset: string; readonly transfers: number; readonly units: bigint };

/** Ordered and not signed, by currency, in ledger units as their recipients get them. */
export async function sumNotSigned(db: Database, chain: ChainCode): Promise<NotSigned[]> {
  const found = await sql<{ asset: string; transfers: number; units: string }>`
    select asset, count(*)::int as transfers, sum(units - fee_units)::text as units from app.payout
    where chain = ${chain} and finished_at is null and state in ('waiting', 'review', 'no-liquidity')
    group by asset`.execute(db);
  return found.rows.map(({ asset, transfers, units }) => ({ asset, transfers, units: BigInt(units) }));
}

/** The account that pays people on chains of a family. */
export async function findHotAccount(db: Database, family: Family): Promise<ChainAccount | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where family = ${family} and purpose = 'hot'
    order by path_index limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : accountOf(row.account);
}

/** What bills borrow from payouts. */
export const payoutBillFacts: BillFacts['payout'] = {
  join: sql`left join app.payout p on b.chain is not null and p.bill_id = b.id`,
  isThere: sql`p.id is not null`,
  height: sql`p.height`,
  txId: sql`p.tx_id`,
  state: sql`p.state`,
  reason: sql`p.reason`,
  hasNonce: sql`exists (select from app.slot where payout_id = p.id)`,
  retainedUnits: sql`(select p.kept_units from app.payout p where p.bill_id = b.id and p.kept_units > 0)`,
};

/** Payouts as cases of risk tell of them. */
export const payoutCaseFacts = sql`select id, bill_id, chain, asset, units as amount, account from app.payout`;

/** To whom a person paid, and when first; payouts that came to nothing do not count. */
export function paidAccounts(userId: string): Sql {
  return sql`select account, min(created_at) as first_at from app.payout
      where user_id = ${userId} and state not in ('cancelled', 'rejected', 'failed')
      group by account`;
}

/** Joins the transaction of ours that a transaction id names, as the nonce `s` with its purpose. */
export function joinOwnTransaction(chain: ChainCode, txId: Sql): Sql {
  return sql`left join app.slot_attempt x on x.chain = ${chain} and x.tx_id = ${txId}
    left join app.slot s on s.chain = x.chain and s.account = x.account and s.nonce = x.nonce`;
}

/** A signed transaction that is not in the books yet. */
export type OpenAttempt = {
  readonly txId: Hash;
  readonly account: ChainAccount;
  readonly purpose: 'payout' | 'topup' | 'sweep';
};

/**
 * Signed transactions that are not in the books yet, whether the chain has them or not. All of them, because one that were
 * left out would look like a loss: of the few nonces that each sender has between signing and finality (`waitingMax`), each
 * with as many as its fee was raised.
 */
export async function listOpenAttempts(db: Database, chain: ChainCode): Promise<OpenAttempt[]> {
  const found = await sql<{ tx_id: string; account: Buffer; purpose: OpenAttempt['purpose'] }>`
    select x.tx_id, x.account, s.purpose
    from app.slot s join app.slot_attempt x using (chain, account, nonce)
    where s.chain = ${chain} and s.state <> 'final' order by s.nonce`.execute(db);
  return found.rows.map(({ tx_id, account, purpose }) => ({
    txId: tx_id,
    account: accountOf(account),
    purpose,
  }));
}

/** Ledger units of a currency that are settled in the books and stand above a height. */
export async function sumPaidAbove(
  db: Database,
  { chain, asset, height }: { readonly chain: ChainCode; readonly asset: string; readonly height: number },
): Promise<bigint> {
  const found = await sql<{ units: string }>`
    select coalesce(sum(units - fee_units), 0)::text as units from app.payout
    where chain = ${chain} and asset = ${asset} and state = 'settled' and height > ${height}`.execute(db);
  return BigInt(found.rows[0]?.units ?? '0');
}

/** Gas in the books though it is above a height, and what all gas was rounded up by to whole steps. */
export async function sumGas(
  db: Database,
  {
    chain,
    height,
    gasStep,
  }: { readonly chain: ChainCode; readonly height: number; readonly gasStep: bigint },
): Promise<{ readonly above: ChainUnits; readonly rounding: ChainUnits }> {
  const step = String(gasStep);
  const gas = await sql<{ above: string; rounding: string }>`
    select coalesce(sum(gas_paid) filter (where mined_height > ${height}), 0)::text as above,
      coalesce(sum(ceil(gas_paid / ${step}::numeric) * ${step}::numeric - gas_paid), 0)::text as rounding
    from app.slot where chain = ${chain} and state = 'final'`.execute(db);
  const { above = '0', rounding = '0' } = gas.rows[0] ?? {};
  return { above: toChainUnits(BigInt(above)), rounding: toChainUnits(BigInt(rounding)) };
}

/** All of a currency that was swept from an address, in chain units. */
export function sumSwept(
  addressId: Sql,
  { chain, asset }: { readonly chain: ChainCode; readonly asset: string },
): Sql {
  return sql`select coalesce(sum(w.amount), 0) from app.sweep w
          where w.chain = ${chain} and w.asset = ${asset} and w.address_id = ${addressId} and w.state = 'done'`;
}

/** All gas that an account paid, of the chain's own coin; none of another one. */
export function sumGasOf(
  account: Sql,
  { chain, coin }: { readonly chain: ChainCode; readonly coin: Coin },
): Sql {
  return sql`select coalesce(sum(s.gas_paid), 0) from app.slot s
          where ${coin === 'native'} and s.chain = ${chain} and s.account = ${account}`;
}

/** True where a transaction of an account is on its way, or mined above a height. */
export function isSending(
  account: Sql,
  { chain, height }: { readonly chain: ChainCode; readonly height: number },
): Sql {
  return sql`exists (select from app.slot s where s.chain = ${chain} and s.account = ${account}
        and (s.state <> 'final' or s.mined_height > ${height}))`;
}

/** Whom a person paid last on chains of a family, with when; payouts that came to nothing do not count. */
export function latestRecipients(
  userId: string,
  { family, most }: { readonly family: Family; readonly most: number },
): Sql {
  return sql`select o.account, o.created_at from app.payout o join app.chain c on c.code = o.chain
       where o.user_id = ${userId} and c.family = ${family} and o.state not in ('cancelled', 'rejected', 'failed')
       order by o.created_at desc limit ${most}`;
}

export type PausedLane = {
  readonly chain: string;
  readonly account: string;
  readonly next_nonce: bigint;
  readonly paused_reason: string | null;
};

/** Accounts of ours that sign nothing until persons let them, for operators. */
export async function listPausedLanes(db: Database, count: number): Promise<PausedLane[]> {
  const found = await sql<PausedLane>`
    select chain, '0x' || encode(account, 'hex') as account, next_nonce, paused_reason from app.lane
    where paused_at is not null order by chain, account limit ${count}`.execute(db);
  return found.rows;
}

export type WaitingPayout = {
  readonly id: string;
  readonly state: string;
  readonly asset: string;
  readonly reason: string | null;
  readonly changed_at: number;
};

/** Payouts that wait for a person or tell why they wait, for operators. */
export async function listWaitingPayouts(db: Database, count: number): Promise<WaitingPayout[]> {
  const found = await sql<WaitingPayout>`
    select id, state, asset, reason, changed_at from app.payout
    where state in ('review', 'no-liquidity', 'stuck') or (finished_at is null and reason is not null)
    order by id limit ${count}`.execute(db);
  return found.rows;
}

/** What left on chains, for limits. */
export const payoutOutflow = {
  // What was given back never left; what the chain took gas for counts as if it had, or burning it would be free of limits.
  limited(userId: Sql, since: Date): Sql {
    return sql`select usd, created_at, true as is_chain from app.payout
      where user_id = ${userId} and created_at > ${since}
        and (state not in ('cancelled', 'rejected', 'failed') or kept_units is not null)`;
  },
  payments(userId: string, since: Date): Sql {
    return sql`select o.usd, h.placed_journal as journal_id, o.challenge_id, o.created_at from app.payout o join ledger.hold h on h.id = o.hold_id
      where o.user_id = ${userId} and o.created_at > ${since}`;
  },
};

/** Terms that nobody used; used ones are part of the story of their transfer. */
const quotesRetentionMs = dayMs;

export const pruneQuotes: PruneStep = ({ ago }, most) =>
  sql`delete from app.payout_quote where id in (
          select id from app.payout_quote
          where expires_at < ${ago(quotesRetentionMs)} and used_at is null order by expires_at limit ${most})`;
