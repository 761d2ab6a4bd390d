/** The address book in the database: people of Marigold and accounts on chains, each with what the caller paid them. */
import type { Family } from '@marigold/chain/account';
import { writeAccount } from '@marigold/chain/account';
import type { Account } from '@marigold/chain/port';
import type { Payee } from '@marigold/contract/payee';
import { mask } from '@marigold/money/masking';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';

/** One or the other: a person, or an account on a chain. */
export type PayeeRow = {
  id: string;
  name: string;
  remark: string | null;
  uid: string | null;
  nickname: string | null;
  chain: string | null;
  asset: string | null;
  account: Buffer | null;
  family: Family | null;
  locked_until: number | null;
  count: bigint;
  last_at: number | null;
};

/** An account on a chain, as somebody's book may hold it for a currency. */
export type BookPlace = {
  readonly userId: string;
  readonly chain: string;
  readonly currency: string;
  readonly account: Account;
};

/** What came back was not received. */
export const wasPaid = sql`o.state not in ('cancelled', 'rejected', 'failed')`;

/** Payees `p` that stand in a book, newest first. */
export async function selectPayees(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<PayeeRow[]> {
  const found = await sql<PayeeRow>`
    select p.id, p.name, p.remark, n.uid, n.nickname, p.chain, p.asset, p.account, c.family, p.locked_until,
      paid.count, paid.last_at
    from app.payee p
    left join app.person n on n.id = p.payee_user_id
    left join app.chain c on c.code = p.chain
    cross join lateral (
      select count(*) as count, max(one.at) as last_at from (
        select t.created_at as at from app.transfer t
        where t.sender_id = p.user_id and t.recipient_id = p.payee_user_id
        union all
        select o.created_at from app.payout o
        where o.user_id = p.user_id and o.account = p.account and o.chain = p.chain and o.asset = p.asset and ${wasPaid}
      ) one
    ) paid
    where p.removed_at is null and ${condition}
    order by p.id desc limit ${count}`.execute(db);
  return found.rows;
}

/** One of the caller's own that must be there. */
export async function getPayee(db: Database, userId: string, id: string, now: number): Promise<Payee> {
  const [row] = await selectPayees(db, sql`p.user_id = ${userId} and p.id = ${id}`, 1);
  if (row === undefined) throw new Error('Broken: a payee that was just written is there');
  return payeeOf(row, now);
}

export function payeeOf(row: PayeeRow, now: number): Payee {
  const { id, name, remark, chain, asset, nickname, count, last_at } = row;
  return {
    id,
    name,
    remark,
    address: addressOf(row),
    currency: asset,
    chain,
    masked: nickname === null ? null : mask(nickname),
    lockedUntil: openLock(row.locked_until, now),
    count: Number(count),
    lastTime: last_at,
  };
}

/** The end of a lock that still stands. */
export function openLock(lockedUntil: number | null, now: number): number | null {
  return lockedUntil !== null && lockedUntil > now ? lockedUntil : null;
}

function addressOf({ uid, account, family }: PayeeRow): string {
  if (account !== null && family !== null) return writeAccount(accountOf(account), family);
  if (uid === null) throw new Error('Broken: a payee is a person or an account');
  return uid;
}

/**
 * Spec 5: the currency must be that of the recipient's address. The currency for which an address stands in a book that
 * has it for others only; undefined: it may be paid.
 */
export async function otherCurrencyOf(
  db: Database,
  { userId, chain, currency, account }: BookPlace,
): Promise<string | undefined> {
  const found = await sql<{ other: string | null; fits: boolean | null }>`
    select min(asset) as other, bool_or(asset = ${currency}) as fits from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null`.execute(
    db,
  );
  const row = found.rows[0];
  return row?.fits === false ? (row.other ?? undefined) : undefined;
}
