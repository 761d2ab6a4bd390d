/** What bills can be chosen by: their types, and the ranges that end today. Pure; the list and the export offer the same. */
import type { BillType } from '@marigold/contract/calls/bill';
import type { DateRange } from '@marigold/money/dates';
import { lastDays, lastMonths } from '@marigold/money/dates';

/** Every type, in the order in which filters offer them. */
const order: Readonly<Record<BillType, true>> = {
  COLLECTION: true,
  TRANSFER: true,
  TRANSFER_REFUND: true,
  CURRENCY_TRADE: true,
  CURRENCY_TRADE_RECOVERY: true,
  BUY_CARD: true,
  BUY_KYC: true,
  BUY_REFUND: true,
  CARD_RECHARGE_UTGL: true,
  CARD_RECHARGE_MUSE: true,
  CARD_RECHARGE_REFUND: true,
  LOCK_INCREASE: true,
  LOCK_RECOVERY: true,
  LOCK_REDUCE: true,
  UNKNOWN: true,
};
export const billTypes = Object.keys(order) as BillType[];

/** The door for a type that stands in an address. */
export function isBillType(text: string | undefined): text is BillType {
  return text !== undefined && Object.hasOwn(order, text);
}

/** The last days or months. */
export const billRanges = ['7d', '30d', '90d', '12m'] as const;
export type BillRange = (typeof billRanges)[number];

export function isBillRange(text: string | undefined): text is BillRange {
  return billRanges.some((range) => range === text);
}

/** How long a range is, in days or in months. */
export function lengthOf(range: BillRange): { readonly days: number } | { readonly months: number } {
  const count = Number.parseInt(range, 10);
  return range.endsWith('d') ? { days: count } : { months: count };
}

/** The range as whole days of the reader's zone, today included. */
export function datesOf(range: BillRange, nowMs: number): DateRange {
  const length = lengthOf(range);
  return 'days' in length ? lastDays(length.days, nowMs) : lastMonths(length.months, nowMs);
}
