import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { formatCents, freshRates, worthCents } from '../rate/worth.ts';
import { monthsBack } from './months.ts';
import { inTotals, unitsInTotals } from './totals.ts';

const monthsDefault = 6;

type Row = { month: number; asset: string; scale: number; direction: 'in' | 'out'; units: string };

/** What came in and went out by month: one grouped read of the caller's own bills, at most twelve months back. */
export function createInsight(): Pick<Handlers, 'life/insight'> {
  return {
    async 'life/insight'(input, { db, session, now }) {
      const { fiat = 'USD', months = monthsDefault, timeZone = 'UTC' } = input;
      const starts = monthsBack(now, months, timeZone);
      const oldestFirst = starts.toReversed().map((start) => new Date(start));
      const found = await sql<Row>`
        select width_bucket(b.created_at, ${oldestFirst}::timestamptz[]) as month, b.asset, l.scale, b.direction,
          sum(${unitsInTotals})::text as units
        from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
        where b.user_id = ${session.userId} and b.created_at >= ${oldestFirst[0]}
          and ${inTotals}
        group by 1, b.asset, l.scale, b.direction`.execute(db);
      const rates = await freshRates(db, now);
      const sums = starts.map((month) => ({ month, in: 0n, out: 0n }));
      let complete = true;
      for (const { month, asset, scale, direction, units } of found.rows) {
        const cents = worthCents(rates, { asset, scale, units: BigInt(units) }, fiat);
        const sum = sums[months - month];
        if (cents === undefined || sum === undefined) complete = false;
        else sum[direction] += cents;
      }
      const list = sums.map((sum) => ({
        month: sum.month,
        in: formatCents(sum.in),
        out: formatCents(sum.out),
      }));
      return { fiat, complete, list };
    },
  };
}
