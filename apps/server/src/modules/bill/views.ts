/** What other rooms read of bills. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Joins the bill of a row as `b`: whom it names, and the address as it was shown. */
export function joinBill(billId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join app.bill b on b.id = ${billId}`;
}

/** Ids of somebody's bills of an order, oldest first. */
export async function listBillsOfOrder(
  db: Database,
  { orderId, userId, max }: { readonly orderId: string; readonly userId: string; readonly max: number },
): Promise<string[]> {
  const bills = await sql<{ id: string }>`
    select id from app.bill where order_id = ${orderId} and user_id = ${userId}
    order by id limit ${max}`.execute(db);
  return bills.rows.map(({ id }) => id);
}

/** Of an order's bills this one, and those of a journal. */
export async function listBillsOfFill(
  db: Database,
  of: {
    readonly orderId: string;
    readonly userId: string;
    readonly billId: string | null;
    readonly journalId: bigint;
    readonly max: number;
  },
): Promise<string[]> {
  const bills = await sql<{ id: string }>`
    select id from app.bill
    where order_id = ${of.orderId} and user_id = ${of.userId} and (id = ${of.billId} or journal_id = ${of.journalId})
    order by id limit ${of.max}`.execute(db);
  return bills.rows.map(({ id }) => id);
}
