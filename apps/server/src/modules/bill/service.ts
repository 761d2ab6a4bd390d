import type { BillStatus, BillType } from '@marigold/contract/bill';
import type { billSummary, listBills } from '@marigold/contract/bill';
import type { InputOf } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { malformed, notFound } from '../../platform/transport-error.ts';
import { formatCents, freshRates, worthCents } from '../rate/worth.ts';

const pageSizeDefault = 20;
/** Bills without a posting of their own: what is locked or unlocked came in before and is still there (decisions.md). */
const outsideTotals = ['LOCK_INCREASE', 'LOCK_RECOVERY'];
/** The id of the last bill of the page before. */
const billCursor = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Row = {
  id: string;
  type: BillType;
  status: BillStatus;
  direction: 'in' | 'out';
  asset: string;
  scale: number;
  decimals: number;
  units: string;
  counterparty: string | null;
  created_at: number;
};

type DetailRow = Row & {
  fee_units: string;
  note: string | null;
  order_number: string;
  pay_type: 'internal' | 'onChain';
  sending_address: string | null;
  receiving_address: string | null;
  chain: string | null;
  submitted_at: number | null;
  finished_at: number | null;
};

type Filter = Omit<InputOf<typeof listBills>, 'cursor' | 'size'> | InputOf<typeof billSummary>;

function where(userId: string, { type, currency, status, from, to }: Filter): RawBuilder<unknown> {
  return sql`b.user_id = ${userId}
    and (${type ?? null}::text is null or b.type = ${type ?? null})
    and (${currency ?? null}::text is null or b.asset = ${currency ?? null})
    and (${status ?? null}::text is null or b.status = ${status ?? null})
    and (${from === undefined ? null : new Date(from)}::timestamptz is null or b.created_at >= ${from === undefined ? null : new Date(from)})
    and (${to === undefined ? null : new Date(to)}::timestamptz is null or b.created_at < ${to === undefined ? null : new Date(to)})`;
}

function billOf(row: Row) {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    direction: row.direction,
    currency: row.asset,
    decimals: row.decimals,
    amount: formatUnits(BigInt(row.units), row.scale),
    counterparty: row.counterparty,
    time: row.created_at,
  };
}

export function createBills(): Pick<Handlers, 'bill/list' | 'bill/summary' | 'bill/detail'> {
  return {
    // Ids are UUIDv7: their order is the order of making, so the last id of a page is its cursor.
    async 'bill/list'({ cursor, size = pageSizeDefault, ...filter }, { db, session }) {
      if (cursor !== undefined && !billCursor.test(cursor)) throw malformed('cursor');
      const before = cursor ?? null;
      const found = await sql<Row>`
        select b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units, b.counterparty, b.created_at
        from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
        where ${where(session.userId, filter)} and (${before}::uuid is null or b.id < ${before}::uuid)
        order by b.id desc limit ${size + 1}`.execute(db);
      const list = found.rows.slice(0, size).map(billOf);
      return { list, next: found.rows.length > size ? (list.at(-1)?.id ?? null) : null };
    },

    async 'bill/summary'({ fiat = 'USD', ...filter }, { db, session, now }) {
      const found = await sql<{ asset: string; scale: number; direction: 'in' | 'out'; units: string }>`
        select b.asset, l.scale, b.direction, sum(b.units)::text as units
        from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
        where ${where(session.userId, filter)} and b.status <> 'failed' and b.type <> all (${outsideTotals})
        group by b.asset, l.scale, b.direction`.execute(db);
      const rates = await freshRates(db, now);
      const sums = { in: 0n, out: 0n };
      let complete = true;
      for (const { asset, scale, direction, units } of found.rows) {
        const cents = worthCents(rates, { asset, scale, units: BigInt(units) }, fiat);
        if (cents === undefined) complete = false;
        else sums[direction] += cents;
      }
      return { fiat, in: formatCents(sums.in), out: formatCents(sums.out), complete };
    },

    async 'bill/detail'({ id }, { db, session }) {
      const found = await sql<DetailRow>`
        select b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units, b.counterparty, b.created_at,
          b.fee_units, b.note, b.order_number, b.pay_type, b.sending_address, b.receiving_address, b.chain,
          b.submitted_at, b.finished_at
        from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
        where b.id = ${id} and b.user_id = ${session.userId}`.execute(db);
      const row = found.rows[0];
      if (row === undefined) throw notFound();
      const steps = await sql<{ status: BillStatus; at: number }>`
        select status, at from app.bill_step where bill_id = ${id} order by line limit 50`.execute(db);
      return {
        ...billOf(row),
        orderNumber: row.order_number,
        payType: row.pay_type,
        addressKind: row.pay_type === 'internal' ? ('internal' as const) : ('external' as const),
        sendingAddress: row.sending_address,
        receivingAddress: row.receiving_address,
        chain: row.chain,
        fee: formatUnits(BigInt(row.fee_units), row.scale),
        arrivedAmount: formatUnits(BigInt(row.units) - BigInt(row.fee_units), row.scale),
        note: row.note,
        createTime: row.created_at,
        submitTime: row.submitted_at,
        finishTime: row.finished_at,
        timeline: steps.rows.map(({ status, at }) => ({ status, time: at })),
      };
    },
  };
}
