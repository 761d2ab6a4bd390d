import { useState } from 'react';

import { datesOf } from '../../domain/bill/bill-kinds.ts';
import { type ExportFilter, useExportPreview } from '../../domain/bill/export-queries.ts';
import type { ExportSearch } from '../../lib/route/paths.ts';
import { useToday } from '../../lib/text/today.ts';
import { choiceOf, type ExportChoice, exportSearch } from './export-choice.ts';
import { type DayProblem, isDayProblem, rangeOfDays } from './export-days.ts';

export type ExportForm = {
  readonly choice: ExportChoice;
  readonly change: (change: Partial<ExportChoice>) => void;
  readonly dayProblem: DayProblem | undefined;
  /** What will be in the file; undefined while a day is missing or wrong. */
  readonly filter: ExportFilter | undefined;
  readonly preview: ReturnType<typeof useExportPreview>;
  /** The choice, for the address of the other page. */
  readonly search: ExportSearch;
};

/** What a person wants to have in a file: a range, types, a coin, a format; and how many bills that are. */
export function useExportForm(search: ExportSearch): ExportForm {
  const today = useToday();
  const [choice, setChoice] = useState<ExportChoice>(() => choiceOf(search, today));
  const days = choice.range === 'own' ? rangeOfDays(choice.from, choice.to) : datesOf(choice.range, today);
  const dayProblem = 'kind' in days && isDayProblem(days) ? days : undefined;
  const filter = 'fromMs' in days ? filterOf(choice, days) : undefined;
  return {
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    dayProblem,
    filter,
    preview: useExportPreview(filter),
    search: exportSearch(choice),
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
export function exportRequest(filter: ExportFilter, { format }: ExportChoice) {
  return { ...filter, format, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
