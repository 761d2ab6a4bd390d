/** What other modules may know of payouts and of transactions of ours, as functions and as SQL for their own statements. */
import type { Family } from '@marigold/chain/account';
import type { Account, ChainCode, Coin, Hash } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf } from '../chain/registry.ts';

type Sql = RawBuilder<unknown>;

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
  readonly account: Account;
  readonly purpose: 'payout' | 'topup' | 'sweep';
};

/** Signed transactions that are not in the books yet, whether the chain has them or not. */
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

/** Gas in the books though it is above a height, and what all gas was rounded up by to whole steps; chain units. */
export async function sumGas(
  db: Database,
  {
    chain,
    height,
    gasStep,
  }: { readonly chain: ChainCode; readonly height: number; readonly gasStep: bigint },
): Promise<{ readonly above: bigint; readonly rounding: bigint }> {
  const step = String(gasStep);
  const gas = await sql<{ above: string; rounding: string }>`
    select coalesce(sum(gas_paid) filter (where mined_height > ${height}), 0)::text as above,
      coalesce(sum(ceil(gas_paid / ${step}::numeric) * ${step}::numeric - gas_paid), 0)::text as rounding
    from app.slot where chain = ${chain} and state = 'final'`.execute(db);
  const { above = '0', rounding = '0' } = gas.rows[0] ?? {};
  return { above: BigInt(above), rounding: BigInt(rounding) };
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
