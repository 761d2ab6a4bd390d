/** What a person may still pay out (domain.md B.2): limits per level over the last 24 hours and the last 30 days, in US dollars. */
import { payoutWindowMs } from '@marigold/contract/durations';
import { assert } from '@marigold/money/assert';
import { minus } from '@marigold/money/brand';

import type { Database } from '../../platform/database/database.ts';
import { type Cents, centsFloor, noCents } from '../rate/worth.ts';
import type { Outflow } from './outflow.ts';
import { limitMonthMs } from './rules.ts';
import { findLimits } from './store.ts';

/** How money leaves: everything counts for the limits of a level, what leaves on chains has narrower ones beside. */
export type PayoutWay = 'internal' | 'chain';

type LimitQuery = { readonly userId: string; readonly now: number; readonly way: PayoutWay };

/** US cents that the person may still pay out this way now: the smallest of what its limits leave. */
export async function leftToPayOut(
  db: Database,
  outflows: readonly Outflow[],
  { userId, now, way }: LimitQuery,
): Promise<Cents> {
  const row = await findLimits(db, outflows, {
    userId,
    day: new Date(now - payoutWindowMs),
    month: new Date(now - limitMonthMs),
  });
  if (row === undefined) return noCents;
  assert(
    centsFloor(row.day) >= 0n && centsFloor(row.day) <= centsFloor(row.month),
    'a month counts its last day',
  );
  const left = [
    minus(centsFloor(row.usd_per_day), centsFloor(row.day)),
    minus(centsFloor(row.usd_per_month), centsFloor(row.month)),
    ...(way === 'chain'
      ? [
          minus(centsFloor(row.chain_usd_per_day), centsFloor(row.chain_day)),
          minus(centsFloor(row.chain_usd_per_month), centsFloor(row.chain_month)),
        ]
      : []),
  ].reduce((least, one) => (one < least ? one : least));
  return left > 0n ? left : noCents;
}
