/** The bills of an export, read in pages from the newest on: what is held does not grow with their number. */
import { BillType } from '@marigold/contract/bill';
import { languageIds } from '@marigold/texts/languages';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import * as z from 'zod';

import type { Database } from '../../platform/database.ts';
import type { BillRow } from './sheet.ts';

/** What an export holds and how it is written, as app.export keeps it. */
export const Filter = z.strictObject({
  /** Half open, epoch milliseconds. */
  from: z.int(),
  to: z.int(),
  types: z.array(BillType).optional(),
  currency: z.string().optional(),
  timeZone: z.string(),
  language: z.enum(languageIds),
});
export type Filter = z.output<typeof Filter>;

/** Also how often progress is told. */
export const rowsPerPage = 1000;

type Which = Pick<Filter, 'from' | 'to' | 'types' | 'currency'>;

function where(userId: string, { from, to, types, currency }: Which): RawBuilder<unknown> {
  return sql`b.user_id = ${userId} and b.created_at >= ${new Date(from)} and b.created_at < ${new Date(to)}
    and (${types ?? null}::text[] is null or b.type = any (${types ?? null}::text[]))
    and (${currency ?? null}::text is null or b.asset = ${currency ?? null})`;
}

/** How many bills there are; counting ends behind `max`. */
export async function countBills(db: Database, userId: string, which: Which, max: number): Promise<number> {
  const found = await sql<{ count: bigint }>`
    select count(*) as count from (select 1 from app.bill b where ${where(userId, which)} limit ${max + 1}) counted`.execute(
    db,
  );
  return Number(found.rows[0]?.count ?? 0n);
}

/** Pages of bills, newest first; never more than `max` bills. */
export async function* readBills(
  db: Database,
  userId: string,
  which: Which,
  max: number,
): AsyncGenerator<readonly BillRow[]> {
  let before: string | null = null;
  let left = max;
  while (left > 0) {
    const size: number = Math.min(rowsPerPage, left);
    const found: { rows: (BillRow & { id: string })[] } = await sql<BillRow & { id: string }>`
      select b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units, b.fee_units as "feeUnits",
        b.counterparty, o.symbol, b.note, b.order_number as "orderNumber", b.pay_type as "payType", n.name as chain,
        coalesce(d.tx_id, p.tx_id) as "txId",
        b.sending_address as "sendingAddress", b.receiving_address as "receivingAddress", b.created_at as "createdAt"
      from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
      left join app.trade_order o on o.id = b.order_id
      left join app.chain n on n.code = b.chain
      left join app.payout p on b.chain is not null and p.bill_id = b.id
      left join lateral (
        select tx_id from app.deposit where b.chain is not null and bill_id = b.id
        order by height desc nulls first limit 1
      ) d on true
      where ${where(userId, which)} and (${before}::uuid is null or b.id < ${before}::uuid)
      order by b.id desc limit ${size}`.execute(db);
    if (found.rows.length > 0) yield found.rows;
    if (found.rows.length < size) return;
    before = found.rows.at(-1)?.id ?? null;
    left -= size;
  }
}
