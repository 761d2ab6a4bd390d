/** What a person wants to have in a file, and the same as the address of a page says it. Pure. */
import type { BillType } from '@marigold/contract/calls/bill';
import type { ExportFormat } from '@marigold/contract/calls/export';

import { type BillRange, datesOf, isBillRange, isBillType } from '../../domain/bill/bill-kinds.ts';
import type { ExportSearch } from '../../lib/route/paths.ts';

export const formats = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ExportFormat[];

export type ExportChoice = {
  readonly range: BillRange | 'own';
  /** YYYY-MM-DD; they count when the range is one's own. */
  readonly from: string;
  readonly to: string;
  /** None: all of them. */
  readonly types: readonly BillType[];
  readonly currency: string | undefined;
  readonly format: ExportFormat;
};

/** What an address asks for; thirty days of everything as CSV where it says nothing. */
export function choiceOf(
  { range, from, to, type = '', currency, format }: ExportSearch,
  todayMs: number,
): ExportChoice {
  const isOwn = range === 'own';
  const dates = datesOf(isBillRange(range) ? range : '30d', todayMs);
  return {
    range: isOwn ? 'own' : isBillRange(range) ? range : '30d',
    from: isOwn ? (from ?? '') : dates.from,
    to: isOwn ? (to ?? '') : dates.to,
    types: type.split(',').filter(isBillType),
    currency,
    format: formats.find((one) => one === format) ?? 'csv',
  };
}

/** The choice as an address says it: the page at it begins with the same. */
export function exportSearch({ range, from, to, types, currency, format }: ExportChoice): ExportSearch {
  return {
    range,
    ...(range === 'own' && from !== '' ? { from } : {}),
    ...(range === 'own' && to !== '' ? { to } : {}),
    ...(types.length === 0 ? {} : { type: types.join(',') }),
    ...(currency === undefined ? {} : { currency }),
    ...(format === 'csv' ? {} : { format }),
  };
}
