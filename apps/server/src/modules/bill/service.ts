import type { billSummary, listBills } from '@marigold/contract/bill';
import type { InputOf } from '@marigold/contract/endpoint';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/id-page.ts';
import { formatCents, freshRates, worthCents } from '../rate/worth.ts';
import { getBill } from './detail.ts';
import type { BillRow } from './row.ts';
import { billColumns, billOf, billTables } from './row.ts';
import { inTotals, unitsInTotals } from './totals.ts';

type Filter = Omit<InputOf<typeof listBills>, 'cursor' | 'size'> | InputOf<typeof billSummary>;

function where(userId: string, { type, currency, status, from, to }: Filter): RawBuilder<unknown> {
  return sql`b.user_id = ${userId}
    and (${type ?? null}::text is null or b.type = ${type ?? null})
    and (${currency ?? null}::text is null or b.asset = ${currency ?? null})
    and (${status ?? null}::text is null or b.status = ${status ?? null})
    and (${from === undefined ? null : new Date(from)}::timestamptz is null or b.created_at >= ${from === undefined ? null : new Date(from)})
    and (${to === undefined ? null : new Date(to)}::timestamptz is null or b.created_at < ${to === undefined ? null : new Date(to)})`;
}

export function createBills(): Pick<Handlers, 'bill/list' | 'bill/summary' | 'bill/detail'> {
  return {
    async 'bill/list'({ cursor, size = pageSizeDefault, ...filter }, { db, session }) {
      const before = readIdCursor(cursor);
      const found = await sql<BillRow>`
        select ${billColumns} from ${billTables}
        where ${where(session.userId, filter)} and (${before}::uuid is null or b.id < ${before}::uuid)
        order by b.id desc limit ${size + 1}`.execute(db);
      const { list, next } = pageOf(found.rows, size);
      return { list: list.map(billOf), next };
    },

    async 'bill/summary'({ fiat = 'USD', ...filter }, { db, session, now }) {
      const found = await sql<{ asset: string; scale: number; direction: 'in' | 'out'; units: string }>`
        select b.asset, l.scale, b.direction, sum(${unitsInTotals})::text as units
        from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
        where ${where(session.userId, filter)} and ${inTotals}
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

    'bill/detail': getBill,
  };
}
