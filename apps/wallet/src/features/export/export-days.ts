/** The first and the last day that a person chose, as what the calls want. Pure. */
import { exportMonthsMax } from '@marigold/contract/limits';

export type DayName = 'from' | 'to';
/** `missing`: no date yet · `order`: ends before it begins · `tooLong`: more than a file covers. */
export type DayProblem = { readonly day: DayName; readonly kind: 'missing' | 'order' | 'tooLong' };
export type DayRange = { readonly fromMs: number; readonly untilMs: number };

const daySyntax = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Both days as YYYY-MM-DD, both included, in the reader's zone; not more than a file covers. */
export function rangeOfDays(from: string, to: string): DayRange | DayProblem {
  const first = startOf(from);
  if (first === undefined) return { day: 'from', kind: 'missing' };
  const end = startOf(to, { days: 1 });
  if (end === undefined) return { day: 'to', kind: 'missing' };
  if (end <= first) return { day: 'to', kind: 'order' };
  const longest = startOf(from, { months: exportMonthsMax, days: 1 });
  if (longest !== undefined && end > longest) return { day: 'from', kind: 'tooLong' };
  return { fromMs: first, untilMs: end };
}

export function isDayProblem(range: DayRange | DayProblem): range is DayProblem {
  return 'kind' in range;
}

/** The local midnight that begins a day, moved on; undefined for what is no date. */
function startOf(day: string, { months = 0, days = 0 } = {}): number | undefined {
  const [, year, month, date] = daySyntax.exec(day) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Number(year), Number(month) - 1 + months, Number(date) + days).getTime();
  return Number.isNaN(time) ? undefined : time;
}
