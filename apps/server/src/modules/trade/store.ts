/** What is asked of people who trade, in few statements for all of them. */
import { sql } from 'kysely';

import { column } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { nobodysGroup } from '../market/registry.ts';
import { isHeldBack } from '../spending/views.ts';
import type { LossHolding } from './decide/loss-limit.ts';

/** What is asked of everybody who places an order, in one statement. */
export type TraderRow = {
  /** The group of payers. */
  readonly group: string;
  /** Something of theirs is locked or owed: an order has to leave it over. */
  readonly isHeldBack: boolean;
};

/** Those alone who are in a group of their own or have something held back. */
export async function readTraders(
  db: Database,
  users: readonly string[],
): Promise<ReadonlyMap<string, TraderRow>> {
  if (users.length === 0) return new Map();
  const found = await prepared<{ id: string; trade_group: string; is_held: boolean }>`
    /* traders_read */ select * from (
      select p.id, p.trade_group,
        ${isHeldBack} as is_held
      from app.person p where p.id = any(${column(users)}::uuid[])) t
    where trade_group <> ${nobodysGroup} or is_held`.execute(db);
  return new Map(
    found.rows.map(({ id, trade_group, is_held }) => [id, { group: trade_group, isHeldBack: is_held }]),
  );
}

/** What each of them has of every asset, also in open orders. */
export async function listTraderHoldings(
  db: Database,
  users: readonly string[],
): Promise<readonly LossHolding[]> {
  const found = await sql<LossHolding>`
    select a.owner_id, s.code as asset, s.scale, sum(a.balance)::text as units
    from ledger.account a join ledger.asset s on s.id = a.asset_id
    where a.owner_id = any(${column(users)}::uuid[]) and a.kind in ('available', 'order') and a.balance > 0
    group by a.owner_id, s.code, s.scale`.execute(db);
  return found.rows;
}

/** What each of them allowed beyond the limit and still may, as the limit is counted. */
export async function readAllowances(
  db: Database,
  symbol: string,
  users: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ user_id: string; amount: string }>`
    select user_id, sum(amount)::text as amount from app.trade_allowance
    where user_id = any(${column(users)}::uuid[]) and symbol = ${symbol} and until > ${new Date(now)}
    group by user_id`.execute(db);
  return new Map(found.rows.map(({ user_id, amount }) => [user_id, Number(amount)]));
}
