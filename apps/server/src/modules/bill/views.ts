/** What other rooms read of bills. */
import type { BillStatus, BillType } from '@marigold/contract/calls/bill';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { BillFacts } from './facts.ts';

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

/** Somebody's bills of one asset by the journals that finished them. */
export async function listBillsOfJournals(
  db: Database,
  of: { readonly userId: string; readonly asset: string; readonly journals: readonly bigint[] },
): Promise<ReadonlyMap<bigint, string>> {
  const bills = await sql<{ id: string; journal_id: bigint }>`
    select id, journal_id from app.bill
    where user_id = ${of.userId} and asset = ${of.asset} and journal_id = any(${of.journals}::bigint[])`.execute(
    db,
  );
  return new Map(bills.rows.map(({ id, journal_id }) => [journal_id, id]));
}

/** Bills of a time, half open in epoch milliseconds. */
export type BillsOfTime = {
  readonly from: number;
  readonly to: number;
  readonly types?: readonly BillType[] | undefined;
  readonly currency?: string | undefined;
};

function where(userId: string, { from, to, types, currency }: BillsOfTime): RawBuilder<unknown> {
  return sql`b.user_id = ${userId} and b.created_at >= ${new Date(from)} and b.created_at < ${new Date(to)}
    and (${types ?? null}::text[] is null or b.type = any (${types ?? null}::text[]))
    and (${currency ?? null}::text is null or b.asset = ${currency ?? null})`;
}

/** How many bills there are; counting ends behind `max`. */
export async function countBills(
  db: Database,
  userId: string,
  which: BillsOfTime,
  max: number,
): Promise<number> {
  const found = await sql<{ count: bigint }>`
    select count(*) as count from (select 1 from app.bill b where ${where(userId, which)} limit ${max + 1}) counted`.execute(
    db,
  );
  return Number(found.rows[0]?.count ?? 0n);
}

/** A bill with all that a file of bills says of it. */
export type FullBill = {
  readonly id: string;
  readonly type: BillType;
  readonly status: BillStatus;
  readonly direction: 'in' | 'out';
  readonly asset: string;
  readonly scale: number;
  /** Decimals that are shown at least. */
  readonly decimals: number;
  readonly units: string;
  readonly feeUnits: string;
  /** Masked, as the bill pages show it. */
  readonly counterparty: string | null;
  /** The market of a trade; null for anything else. */
  readonly symbol: string | null;
  readonly note: string | null;
  readonly orderNumber: string;
  readonly payType: 'internal' | 'onChain' | 'purchase';
  /** The name of the chain, and the id there of what moved. */
  readonly chain: string | null;
  readonly txId: string | null;
  readonly sendingAddress: string | null;
  readonly receivingAddress: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
};

/** A page of them, newest first, behind the bill `before`. */
export async function listFullBills(
  db: Database,
  { order, payout, deposit }: BillFacts,
  of: {
    readonly userId: string;
    readonly which: BillsOfTime;
    readonly before: string | null;
    readonly max: number;
  },
): Promise<readonly FullBill[]> {
  const found = await sql<FullBill>`
      select b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units, b.fee_units as "feeUnits",
        b.counterparty, ${order.symbol}, b.note, b.order_number as "orderNumber", b.pay_type as "payType", n.name as chain,
        coalesce(${deposit.txId}, ${payout.txId}) as "txId",
        b.sending_address as "sendingAddress", b.receiving_address as "receivingAddress", b.created_at as "createdAt"
      from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
      ${order.join}
      left join app.chain n on n.code = b.chain
      ${payout.join}
      ${deposit.join}
      where ${where(of.userId, of.which)} and (${of.before}::uuid is null or b.id < ${of.before}::uuid)
      order by b.id desc limit ${of.max}`.execute(db);
  return found.rows;
}
