/** Spec 9: dates as people read them. Times are epoch ms; the zone is the reader's own unless one is named (IANA). */
import { assert } from './assert.ts';
import { hourMs } from './spans.ts';

// Years of four digits in every zone.
const timeMsMin = Date.UTC(1000, 0, 3);
const timeMsMax = Date.UTC(9999, 11, 29);
const daysMax = 3_660;
const monthsMax = 120;

/** Whole days: first and last date, both included, and the same as a half-open range of epoch ms for the wire. */
export type DateRange = {
  readonly from: string;
  readonly to: string;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** YYYY-MM-DD HH:mm:ss. */
export function formatDateTime(timeMs: number, timeZone?: string): string {
  const { year, month, day, hour, minute, second } = partsAt(timeMs, timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** YYYY-MM-DD. */
export function formatDate(timeMs: number, timeZone?: string): string {
  const { year, month, day } = partsAt(timeMs, timeZone);
  return `${year}-${month}-${day}`;
}

/** The last `count` days: today and the days before it, `count` dates in all. */
export function lastDays(count: number, nowMs: number, timeZone?: string): DateRange {
  assert(Number.isInteger(count) && count >= 1 && count <= daysMax, 'a range has from 1 to 3660 days');
  const to = formatDate(nowMs, timeZone);
  return rangeOf(shiftDays(to, 1 - count), to, timeZone);
}

/**
 * The last `count` months: from the same day that many months ago until today, both included. Where that month is
 * shorter its last day is taken: one month before 31 March is 28 or 29 February.
 */
export function lastMonths(count: number, nowMs: number, timeZone?: string): DateRange {
  assert(Number.isInteger(count) && count >= 1 && count <= monthsMax, 'a range has from 1 to 120 months');
  const to = formatDate(nowMs, timeZone);
  const [year, month, day] = numbersOf(to);
  const lastDayOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate();
  const from = isoDate(Date.UTC(year, month - 1 - count, Math.min(day, lastDayOfMonth)));
  return rangeOf(from, to, timeZone);
}

function rangeOf(from: string, to: string, timeZone: string | undefined): DateRange {
  const fromMs = startOfDayMs(from, timeZone);
  return { from, to, fromMs, untilMs: startOfDayMs(shiftDays(to, 1), timeZone) };
}

/**
 * The first instant of a date in a zone. Searched rather than computed from an offset, because clocks change: a day
 * may have 23 or 25 hours and may even begin at 01:00. Every zone lies within 15 hours of UTC.
 */
function startOfDayMs(date: string, timeZone: string | undefined): number {
  const [year, month, day] = numbersOf(date);
  const midnightUtcMs = Date.UTC(year, month - 1, day);
  let beforeMs = midnightUtcMs - 15 * hourMs;
  let reachedMs = midnightUtcMs + 15 * hourMs;
  // Ends: each turn halves what lies between the two.
  while (reachedMs - beforeMs > 1) {
    const middleMs = Math.floor((beforeMs + reachedMs) / 2);
    if (formatDate(middleMs, timeZone) >= date) reachedMs = middleMs;
    else beforeMs = middleMs;
  }
  return reachedMs;
}

function shiftDays(date: string, days: number): string {
  const [year, month, day] = numbersOf(date);
  return isoDate(Date.UTC(year, month - 1, day + days));
}

function isoDate(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}

function numbersOf(date: string): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

function partsAt(timeMs: number, timeZone: string | undefined): Parts {
  assert(timeMs >= timeMsMin && timeMs <= timeMsMax, 'a time is in epoch milliseconds, years 1000 to 9999');
  const parts: Parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatterOf(timeZone).formatToParts(timeMs)) {
    if (type in parts) parts[type as keyof Parts] = value;
  }
  return parts;
}

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

/** Making a formatter costs far more than using it; there are as many as zones that were asked for. */
function formatterOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  formatters.set(timeZone, formatter);
  return formatter;
}
