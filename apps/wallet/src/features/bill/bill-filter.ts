/** The filters of the list as they stand in its address. Pure. */
import { datesOf, isBillRange, isBillType } from '../../domain/bill/bill-kinds.ts';
import type { BillFilter } from '../../domain/bill/bill-queries.ts';
import type { BillsSearch } from '../../lib/route/paths.ts';

/** The filter of the calls. Unknown types and ranges count as absent; the range stays open towards now. */
export function filterOf({ currency, type, range }: BillsSearch, nowMs: number): BillFilter {
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(isBillType(type) ? { type } : {}),
    ...(isBillRange(range) ? { from: datesOf(range, nowMs).fromMs } : {}),
  };
}
