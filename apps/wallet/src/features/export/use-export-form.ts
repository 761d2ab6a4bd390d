import type { BillType } from '@marigold/contract/bill';
import type { ExportFormat } from '@marigold/contract/export';
import { useState } from 'react';

import { type BillRange, datesOf, isBillRange, isBillType } from '../../lib/bill-kinds.ts';
import type { ExportSearch } from '../../lib/paths.ts';
import { type ExportFilter, useExportPreview } from '../../lib/queries.ts';
import { useToday } from '../../lib/today.ts';
import { type DayProblem, isDayProblem, rangeOfDays } from './export-days.ts';

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

export type ExportForm = {
  readonly choice: ExportChoice;
  readonly change: (change: Partial<ExportChoice>) => void;
  readonly dayProblem: DayProblem | undefined;
  /** What will be in the file; undefined while a day is missing or wrong. */
  readonly filter: ExportFilter | undefined;
  readonly preview: ReturnType<typeof useExportPreview>;
  /** The choice as far as the address of the other page can say it. */
  readonly search: ExportSearch;
};

/** What a person wants to have in a file: a range, types, a coin, a format; and how many bills that are. */
export function useExportForm({ range, type, currency }: ExportSearch): ExportForm {
  const today = useToday();
  const [choice, setChoice] = useState<ExportChoice>(() => {
    const first = isBillRange(range) ? range : '30d';
    const { from, to } = datesOf(first, today);
    return { range: first, from, to, types: isBillType(type) ? [type] : [], currency, format: 'csv' };
  });
  const days = choice.range === 'own' ? rangeOfDays(choice.from, choice.to) : datesOf(choice.range, today);
  const dayProblem = 'kind' in days && isDayProblem(days) ? days : undefined;
  const filter = 'fromMs' in days ? filterOf(choice, days) : undefined;
  const [only, ...others] = choice.types;
  return {
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    dayProblem,
    filter,
    preview: useExportPreview(filter),
    search: {
      ...(choice.range === 'own' ? {} : { range: choice.range }),
      ...(only === undefined || others.length > 0 ? {} : { type: only }),
      ...(choice.currency === undefined ? {} : { currency: choice.currency }),
    },
  };
}

function filterOf(
  { types, currency }: ExportChoice,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): ExportFilter {
  return {
    from: fromMs,
    to: untilMs,
    ...(types.length === 0 ? {} : { types: [...types] }),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** The filter with what the file needs beside it: its format, and the reader's own time zone. */
export function orderOf(filter: ExportFilter, { format }: ExportChoice) {
  return { ...filter, format, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
