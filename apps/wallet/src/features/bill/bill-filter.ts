/** The filters of the list as they stand in its address. Pure. */
import { lastDays, lastMonths } from '@marigold/money/dates';

import type { BillsSearch } from '../../lib/paths.ts';
import type { BillFilter } from '../../lib/queries.ts';
import { isBillType } from './bill-look.ts';

/** The last days or months that can be listed; without one all bills are. */
export const ranges = ['7d', '30d', '90d', '12m'] as const;
export type BillRange = (typeof ranges)[number];

export function isBillRange(text: string | undefined): text is BillRange {
  return ranges.some((range) => range === text);
}

/** How long a range is, in days or in months. */
export function lengthOf(range: BillRange): { readonly days: number } | { readonly months: number } {
  const count = Number.parseInt(range, 10);
  return range.endsWith('d') ? { days: count } : { months: count };
}

/** The filter of the calls. Unknown types and ranges count as absent; the range stays open towards now. */
export function filterOf({ currency, type, range }: BillsSearch, nowMs: number): BillFilter {
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(isBillType(type) ? { type } : {}),
    ...(isBillRange(range) ? { from: startOf(range, nowMs) } : {}),
  };
}

function startOf(range: BillRange, nowMs: number): number {
  const length = lengthOf(range);
  return 'days' in length ? lastDays(length.days, nowMs).fromMs : lastMonths(length.months, nowMs).fromMs;
}
