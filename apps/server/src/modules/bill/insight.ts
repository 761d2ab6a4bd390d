import { plus } from '@marigold/money/brand';

import type { Handlers } from '../../platform/http/call.ts';
import { formatCents, freshRates, noCents, worthCentsHalfUp } from '../rate/worth.ts';
import type { BillFacts } from './facts.ts';
import { monthsBack } from './months.ts';
import { sumBillsByMonth } from './store.ts';

const monthsDefault = 6;

/** What came in and went out by month: one grouped read of the caller's own bills, at most twelve months back. */
export function createInsight(facts: BillFacts): Pick<Handlers, 'life/insight'> {
  return {
    async 'life/insight'(input, { db, session, now }) {
      const { fiat = 'USD', months = monthsDefault, timeZone = 'UTC' } = input;
      const starts = monthsBack(now, months, timeZone);
      const oldestFirst = starts.toReversed().map((start) => new Date(start));
      const found = await sumBillsByMonth(db, facts, { userId: session.userId, starts: oldestFirst });
      const rates = await freshRates(db, now);
      const sums = starts.map((month) => ({ month, in: noCents, out: noCents }));
      let complete = true;
      for (const { month, asset, scale, direction, units } of found) {
        const cents = worthCentsHalfUp(rates, { asset, scale, units: BigInt(units) }, fiat);
        const sum = sums[months - month];
        if (cents === undefined || sum === undefined) complete = false;
        else sum[direction] = plus(sum[direction], cents);
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
