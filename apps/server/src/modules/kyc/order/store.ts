import { assertMayFollow, before } from '@marigold/money/states';
/** SQL of orders of verifications and their steps. */
import type { KycOrderState, KycPurpose } from '@marigold/partners/kyc-states';
import { kycOrderStates } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type KycOrderRow = {
  readonly id: string;
  readonly userId: string;
  readonly purpose: KycPurpose;
  readonly state: KycOrderState;
  /** Which prices it is sold by. */
  readonly soldAs: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly result: 'approved' | 'final' | null;
  /** The number of its record, once there is one. */
  readonly authNo: string | null;
};

const columns = sql`o.id, o.user_id as "userId", o.purpose, o.state, o.sold_as as "soldAs", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.result, r.auth_no as "authNo"`;
const table = sql`app.kyc_order o left join app.kyc_record r on r.order_id = o.id`;

export async function insertOrder(
  db: Database,
  row: Pick<KycOrderRow, 'id' | 'userId' | 'purpose' | 'soldAs' | 'expiresAt'> & { readonly now: number },
): Promise<void> {
  const at = new Date(row.now);
  await sql`
    insert into app.kyc_order (id, user_id, purpose, state, sold_as, created_at, expires_at, changed_at)
    values (${row.id}, ${row.userId}, ${row.purpose}, 'pending', ${row.soldAs}, ${at}, ${new Date(row.expiresAt)}, ${at})`.execute(
    db,
  );
  await insertStep(db, row.id, 'pending', row.now);
}

async function insertStep(db: Database, orderId: string, state: KycOrderState, now: number): Promise<void> {
  await sql`
    insert into app.kyc_order_step (order_id, line, state, at)
    select ${orderId}, count(*) + 1, ${state}, ${new Date(now)} from app.kyc_order_step where order_id = ${orderId}`.execute(
    db,
  );
}

/** Locks an order of somebody until the transaction ends; a foreign one is none. */
export async function lockOrderOf(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<KycOrderRow | undefined> {
  await sql`select from app.kyc_order where id = ${id} and user_id = ${userId} for update`.execute(db);
  return await findOrderOf(db, { id, userId });
}

export async function lockOrder(db: Database, id: string): Promise<KycOrderRow | undefined> {
  await sql`select from app.kyc_order where id = ${id} for update`.execute(db);
  const found = await sql<KycOrderRow>`select ${columns} from ${table} where o.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function findOrderOf(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<KycOrderRow | undefined> {
  const found = await sql<KycOrderRow>`
    select ${columns} from ${table} where o.id = ${id} and o.user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/** Whether one of this purpose waits for its payment or for its result. */
export async function hasOpenOrder(db: Database, userId: string, purpose: KycPurpose): Promise<boolean> {
  const found = await sql`
    select from app.kyc_order where user_id = ${userId} and purpose = ${purpose} and state in ('pending', 'paid')`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Whether a check for the person's own account was ever carried out. */
export async function hasHadCheck(db: Database, userId: string): Promise<boolean> {
  const found = await sql`
    select from app.kyc_order where user_id = ${userId} and purpose = 'system' and state = 'completed' limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

export async function listOrdersOf(
  db: Database,
  query: {
    readonly userId: string;
    readonly state: KycOrderState | undefined;
    readonly before: string | undefined;
    readonly count: number;
  },
): Promise<KycOrderRow[]> {
  const { userId, state = null, before: end = null, count } = query;
  const found = await sql<KycOrderRow>`
    select ${columns} from ${table}
    where o.user_id = ${userId} and (${state}::text is null or o.state = ${state})
      and (${end}::uuid is null or o.id < ${end}::uuid)
    order by o.id desc limit ${count}`.execute(db);
  return found.rows;
}

export async function listOrderSteps(
  db: Database,
  orderId: string,
): Promise<readonly { readonly state: KycOrderState; readonly at: number }[]> {
  const found = await sql<{ state: KycOrderState; at: number }>`
    select state, at from app.kyc_order_step where order_id = ${orderId} order by line limit 20`.execute(db);
  return found.rows;
}

/** Along an arrow of its table, of an order that the caller has locked. */
export async function updateOrder(
  db: Database,
  { id, state }: Pick<KycOrderRow, 'id' | 'state'>,
  change: { readonly to: KycOrderState; readonly result?: 'approved' | 'final'; readonly now: number },
): Promise<void> {
  const { to, result = null, now } = change;
  assertMayFollow(kycOrderStates, state, to);
  await sql`
    update app.kyc_order set state = ${to}, result = ${result}, changed_at = ${new Date(now)}
    where id = ${id} and state = any(${before(kycOrderStates, to)}::text[])`.execute(db);
  await insertStep(db, id, to, now);
}

/** Orders that the clock moves: unpaid ones past their time, and overdue ones that nobody ordered again. */
export async function listTimedOut(
  db: Database,
  {
    state,
    until,
    most,
  }: { readonly state: 'pending' | 'overdue'; readonly until: Date; readonly most: number },
): Promise<readonly string[]> {
  const moment = state === 'pending' ? sql`expires_at` : sql`changed_at`;
  const found = await sql<{ id: string }>`
    select id from app.kyc_order where state = ${state} and ${moment} <= ${until} order by id limit ${most}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}
