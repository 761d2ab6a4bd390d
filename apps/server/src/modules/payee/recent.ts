import type { Family } from '@marigold/chain/account';
import { writeAccount } from '@marigold/chain/account';
import { mask } from '@marigold/money/masking';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import { accountOf } from '../chain/registry.ts';
import { wasPaid } from './book.ts';

/** decisions.md "Receiving address": at most the five latest are suggested. */
const recentMax = 5;
/** How far back suggestions look: enough for five unless somebody pays the same ones all day. */
const recentTransfers = 500;

/** Whom a sender paid last, each once; those in the book under their names there. */
export const listRecent: Handlers['payee/recent'] = async ({ currency, chain }, call) => ({
  list:
    chain === undefined ? await recentPeople(call, currency) : await recentAccounts(call, chain, currency),
});

async function recentPeople({ db, session }: Call<'user'>, currency: string | undefined) {
  const found = await sql<{ uid: string; nickname: string; name: string | null; count: bigint; at: number }>`
    with latest as (
      select recipient_id, created_at from app.transfer
      where sender_id = ${session.userId} and (${currency ?? null}::text is null or asset = ${currency ?? null})
      order by created_at desc limit ${recentTransfers}
    ), people as (
      select recipient_id, max(created_at) as at from latest group by recipient_id order by at desc limit ${recentMax}
    )
    select n.uid, n.nickname, p.name, people.at,
      (select count(*) from app.transfer t
       where t.sender_id = ${session.userId} and t.recipient_id = people.recipient_id) as count
    from people join app.person n on n.id = people.recipient_id
    left join app.payee p
      on p.user_id = ${session.userId} and p.payee_user_id = people.recipient_id and p.removed_at is null
    order by people.at desc`.execute(db);
  return found.rows.map(({ uid, nickname, name, count, at }) => ({
    address: uid,
    masked: mask(nickname),
    name,
    count: Number(count),
    time: at,
  }));
}

async function recentAccounts({ db, session }: Call<'user'>, chain: string, currency: string | undefined) {
  const wanted = sql`(${currency ?? null}::text is null or asset = ${currency ?? null})`;
  const found = await sql<{
    account: Buffer;
    family: Family;
    name: string | null;
    count: bigint;
    at: number;
  }>`
    with latest as (
      select o.account, o.created_at from app.payout o
      where o.user_id = ${session.userId} and o.chain = ${chain} and ${wanted} and ${wasPaid}
      order by o.created_at desc limit ${recentTransfers}
    ), accounts as (
      select account, max(created_at) as at from latest group by account order by at desc limit ${recentMax}
    )
    select r.account, c.family, r.at,
      (select p.name from app.payee p
       where p.user_id = ${session.userId} and p.chain = ${chain} and p.account = r.account and ${wanted}
         and p.removed_at is null
       order by p.id desc limit 1) as name,
      (select count(*) from app.payout o
       where o.user_id = ${session.userId} and o.chain = ${chain} and o.account = r.account and ${wanted}
         and ${wasPaid}) as count
    from accounts r join app.chain c on c.code = ${chain}
    order by r.at desc`.execute(db);
  return found.rows.map(({ account, family, name, count, at }) => ({
    address: writeAccount(accountOf(account), family),
    masked: null,
    name,
    count: Number(count),
    time: at,
  }));
}
