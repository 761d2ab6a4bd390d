/** The filters of the list as they stand in its address. Pure. */
import { datesOf, isBillRange, isBillType } from '../../lib/bill-kinds.ts';
import type { BillsSearch } from '../../lib/paths.ts';
import type { BillFilter } from '../../lib/queries.ts';

/** The filter of the calls. Unknown types and ranges count as absent; the range stays open towards now. */
export function filterOf({ currency, type, range }: BillsSearch, nowMs: number): BillFilter {
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(isBillType(type) ? { type } : {}),
    ...(isBillRange(range) ? { from: datesOf(range, nowMs).fromMs } : {}),
  };
}
