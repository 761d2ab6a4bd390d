import { plus } from '@marigold/money/brand';

import type { Handlers } from '../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../platform/http/id-page.ts';
import { formatCents, freshRates, noCents, worthCentsHalfUp } from '../rate/worth.ts';
import { createBillDetail } from './detail.ts';
import type { BillFacts } from './facts.ts';
import { createInsight } from './insight.ts';
import { wireBill } from './row.ts';
import { listBillRows, sumBills } from './store.ts';

export type { BillFacts } from './facts.ts';

type BillHandlers = Pick<Handlers, 'bill/list' | 'bill/summary' | 'bill/detail' | 'life/insight'>;

export function createBills(facts: BillFacts): BillHandlers {
  return {
    async 'bill/list'({ cursor, size = pageSizeDefault, ...filter }, { db, session }) {
      const before = readIdCursor(cursor);
      const rows = await listBillRows(db, facts, { userId: session.userId, filter, before, max: size + 1 });
      const { list, next } = pageOf(rows, size);
      return { list: list.map(wireBill), next };
    },

    async 'bill/summary'({ fiat = 'USD', ...filter }, { db, session, now }) {
      const found = await sumBills(db, facts, { userId: session.userId, filter });
      const rates = await freshRates(db, now);
      const sums = { in: noCents, out: noCents };
      let complete = true;
      for (const { asset, scale, direction, units } of found) {
        const cents = worthCentsHalfUp(rates, { asset, scale, units: BigInt(units) }, fiat);
        if (cents === undefined) complete = false;
        else sums[direction] = plus(sums[direction], cents);
      }
      return { fiat, in: formatCents(sums.in), out: formatCents(sums.out), complete };
    },

    'bill/detail': createBillDetail(facts),
    ...createInsight(facts),
  };
}
