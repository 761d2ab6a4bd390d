/** SQL of the address book: people of Marigold and accounts on chains, each with what the caller paid them. */
import type { Family } from '@marigold/chain/account';
import type { ChainAccount } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { accountOf, bytesOf } from '../chain/registry.ts';
import { isAddressOfPerson } from '../chain/views.ts';
import { countPaid, firstArrival, latestPaid, timesPaid } from '../payout/views.ts';
import type { PaidPeople } from './paid-people.ts';
import type { PayeeAddress } from './views.ts';

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
  /** Of an account: when it was first seen, and whether it is past waiting, as somebody's of Marigold or paid before. */
  first_at: number | null;
  /** A person, or an address of one: it has no lock. */
  is_free: boolean;
  count: bigint;
  last_at: number | null;
};

/** Payees `p` that stand in a book, newest first. */
async function select(
  db: Database,
  people: PaidPeople,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<PayeeRow[]> {
  const inside = people.timesPaid({ userId: sql`p.user_id`, recipientId: sql`p.payee_user_id` });
  const onChain = timesPaid({
    userId: sql`p.user_id`,
    account: sql`p.account`,
    chain: sql`p.chain`,
    asset: sql`p.asset`,
  });
  const arrived = firstArrival({ userId: sql`p.user_id`, account: sql`p.account`, chain: sql`p.chain` });
  const found = await sql<PayeeRow>`
    select p.id, p.name, p.remark, n.uid, n.nickname, p.chain, p.asset, p.account, c.family,
      least(seen.first_at, ${arrived}) as first_at,
      p.account is null or ${isAddressOfPerson(sql`c.family`, sql`p.account`)} as is_free,
      paid.count, paid.last_at
    from app.payee p
    left join app.person n on n.id = p.payee_user_id
    left join app.chain c on c.code = p.chain
    left join app.payee_seen seen
      on seen.user_id = p.user_id and seen.chain = p.chain and seen.account = p.account
    cross join lateral (
      select count(*) as count, max(one.at) as last_at from (
        ${inside}
        union all
        ${onChain}
      ) one
    ) paid
    where p.removed_at is null and ${condition}
    order by p.id desc limit ${count}`.execute(db);
  return found.rows;
}

/** Who can be paid so: on a chain its addresses; a person takes every currency, but none on a chain. */
export type PayableBy = { readonly chain?: string | undefined; readonly currency?: string | undefined };

/** A page of a book, behind one payee. */
export async function listPayeeRows(
  db: Database,
  people: PaidPeople,
  query: PayableBy & { readonly userId: string; readonly before: string | null; readonly count: number },
): Promise<PayeeRow[]> {
  const { userId, before, chain, currency, count } = query;
  return await select(
    db,
    people,
    sql`p.user_id = ${userId} and (${before}::uuid is null or p.id < ${before}::uuid)
      and (${chain ?? null}::text is null or p.chain = ${chain ?? null})
      and (${currency ?? null}::text is null or p.asset = ${currency ?? null} or p.asset is null)`,
    count,
  );
}

/** One of the caller's own. */
export async function findPayeeRow(
  db: Database,
  people: PaidPeople,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<PayeeRow | undefined> {
  return (await select(db, people, sql`p.user_id = ${userId} and p.id = ${id}`, 1))[0];
}

/** Whoever adds to a book waits for whoever does it already. Ends with the transaction. */
export async function lockBook(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payee:${userId}`}, 0))`.execute(db);
}

/** Who comes into the book: a person of Marigold, or an account for one currency on one chain. */
export type NewPayeeRow =
  | { readonly userId: string }
  | { readonly chain: string; readonly asset: string; readonly account: ChainAccount };

/** How many came into a book since a moment, and whether this one is there. */
export async function readBook(
  db: Database,
  { userId, payee, since }: { readonly userId: string; readonly payee: NewPayeeRow; readonly since: number },
): Promise<{ readonly fresh: number; readonly isKnown: boolean }> {
  const isKnown =
    'userId' in payee
      ? sql`payee_user_id = ${payee.userId}`
      : sql`chain = ${payee.chain} and asset = ${payee.asset} and account = ${bytesOf(payee.account)}`;
  const book = await sql<{ fresh: number; is_known: boolean }>`
    select count(*) filter (where created_at > ${new Date(since)})::int as fresh,
      coalesce(bool_or(${isKnown} and removed_at is null), false) as is_known
    from app.payee where user_id = ${userId}`.execute(db);
  const row = book.rows[0];
  return { fresh: row?.fresh ?? 0, isKnown: row?.is_known === true };
}

/** Answers its id. */
export async function insertPayee(
  db: Database,
  row: {
    readonly userId: string;
    readonly payee: NewPayeeRow;
    readonly name: string;
    readonly remark: string | null;
    readonly now: number;
  },
): Promise<string> {
  const { payee, now } = row;
  const id = newRowId();
  const account = 'account' in payee ? payee : undefined;
  await sql`
    insert into app.payee (id, user_id, name, remark, payee_user_id, chain, asset, account, created_at)
    values (${id}, ${row.userId}, ${row.name}, ${row.remark},
      ${'userId' in payee ? payee.userId : null}, ${account?.chain ?? null}, ${account?.asset ?? null},
      ${account === undefined ? null : bytesOf(account.account)}, ${new Date(now)})`.execute(db);
  return id;
}

/** The day of a new address begins; one that was seen before stays as it was. */
export async function insertSeen(
  db: Database,
  { userId, chain, account }: PayeeAddress,
  now: number,
): Promise<void> {
  await sql`
    insert into app.payee_seen (user_id, chain, account, first_at)
    values (${userId}, ${chain}, ${bytesOf(account)}, ${new Date(now)})
    on conflict do nothing`.execute(db);
}

type Own = { readonly userId: string; readonly id: string };

/** False: it is not in the book. */
export async function updatePayee(
  db: Database,
  { userId, id }: Own,
  { name, remark }: { readonly name: string; readonly remark: string | null },
): Promise<boolean> {
  const changed = await sql`
    update app.payee set name = ${name}, remark = ${remark}
    where id = ${id} and user_id = ${userId} and removed_at is null`.execute(db);
  return changed.numAffectedRows !== 0n;
}

/** False: it is not in the book. */
export async function removePayee(db: Database, { userId, id }: Own, now: number): Promise<boolean> {
  const removed = await sql`
    update app.payee set removed_at = ${new Date(now)}
    where id = ${id} and user_id = ${userId} and removed_at is null`.execute(db);
  return removed.numAffectedRows !== 0n;
}

/** Takes out what came into a book since a moment. */
export async function removePayeesSince(
  db: Database,
  userId: string,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<void> {
  await sql`
    update app.payee set removed_at = ${new Date(now)}
    where user_id = ${userId} and removed_at is null and created_at > ${new Date(since)}`.execute(db);
}

export type Sought = {
  readonly userId: string;
  readonly chain: string;
  readonly currency: string | undefined;
  readonly account: ChainAccount;
};

/** The newest payee of a book with this account. */
export async function findByAccount(
  db: Database,
  { userId, chain, currency, account }: Sought,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from app.payee
    where user_id = ${userId} and chain = ${chain} and account = ${bytesOf(account)} and removed_at is null
      and (${currency ?? null}::text is null or asset = ${currency ?? null})
    order by id desc limit 1`.execute(db);
  return found.rows[0];
}

/** How far back suggestions look, and how many there are of them. */
export type Bounds = { readonly latest: number; readonly suggested: number };

export type RecentPerson = {
  uid: string;
  nickname: string;
  name: string | null;
  count: bigint;
  at: number;
};

export async function listRecentPeople(
  db: Database,
  people: PaidPeople,
  query: Bounds & { readonly userId: string; readonly currency: string | undefined },
): Promise<RecentPerson[]> {
  const { userId } = query;
  const found = await sql<RecentPerson>`
    with latest as (
      ${people.latestPaid(query, query.latest)}
    ), people as (
      select recipient_id, max(created_at) as at from latest group by recipient_id order by at desc limit ${query.suggested}
    )
    select n.uid, n.nickname, p.name, people.at,
      (select count(*) from (${people.timesPaid({ userId: sql`${userId}::uuid`, recipientId: sql`people.recipient_id` })}) t) as count
    from people join app.person n on n.id = people.recipient_id
    left join app.payee p
      on p.user_id = ${userId} and p.payee_user_id = people.recipient_id and p.removed_at is null
    order by people.at desc`.execute(db);
  return found.rows;
}

export type RecentAccount = {
  readonly account: ChainAccount;
  readonly family: Family;
  readonly name: string | null;
  readonly count: bigint;
  readonly at: number;
};

type RecentAccountRow = Omit<RecentAccount, 'account'> & { readonly account: Buffer };

export async function listRecentAccounts(
  db: Database,
  query: Bounds & { readonly userId: string; readonly chain: string; readonly currency: string | undefined },
): Promise<RecentAccount[]> {
  const { userId, chain, currency } = query;
  const wanted = sql`(${currency ?? null}::text is null or asset = ${currency ?? null})`;
  const found = await sql<RecentAccountRow>`
    with latest as (
      ${latestPaid(query, query.latest)}
    ), accounts as (
      select account, max(created_at) as at from latest group by account order by at desc limit ${query.suggested}
    )
    select r.account, c.family, r.at,
      (select p.name from app.payee p
       where p.user_id = ${userId} and p.chain = ${chain} and p.account = r.account and ${wanted}
         and p.removed_at is null
       order by p.id desc limit 1) as name,
      ${countPaid(query, sql`r.account`)} as count
    from accounts r join app.chain c on c.code = ${chain}
    order by r.at desc`.execute(db);
  return found.rows.map((row) => ({ ...row, account: accountOf(row.account) }));
}
