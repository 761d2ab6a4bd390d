/** What stands in a file of bills: one row per bill, the same cells in every format, in the words of its reader. Pure. */
import { originOf } from '@marigold/chain/port';
import { pairText } from '@marigold/contract/rules/pair';
import { formatDate, formatDateTime } from '@marigold/money/dates';
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import { sayUnits } from '../asset/asset.ts';
import type { FullBill } from '../bill/views.ts';

/** A bill as the table has it. */
export type SheetBill = Omit<FullBill, 'id'>;

/** Whose bills, of when, and how times and words are written. */
export type BillSheet = {
  readonly language: LanguageId;
  /** IANA name. */
  readonly timeZone: string;
  readonly username: string;
  /** Half open, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
};

/** In the order in which tables show them; the time is named with its zone. */
export const columns = [
  'time',
  'type',
  'status',
  'direction',
  'amount',
  'asset',
  'fee',
  'arrivedAmount',
  'counterparty',
  'orderNumber',
  'payType',
  'chain',
  'sendingAddress',
  'receivingAddress',
  'txId',
  'note',
] as const;
export type Column = (typeof columns)[number];
export type SheetCells = Readonly<Record<Column, string>>;

/** The words above the columns. */
export function headerOf({ language, timeZone }: BillSheet): SheetCells {
  const detail = (
    column: 'type' | 'status' | 'amount' | 'fee' | 'arrivedAmount' | 'orderNumber' | 'payType' | 'note',
  ) => say(language, `bill.detail.${column}`);
  return {
    time: say(language, 'billfile.time', { zone: timeZone }),
    type: detail('type'),
    status: detail('status'),
    direction: say(language, 'billfile.direction'),
    amount: detail('amount'),
    asset: say(language, 'billfile.asset'),
    fee: detail('fee'),
    arrivedAmount: detail('arrivedAmount'),
    counterparty: say(language, 'billfile.counterparty'),
    orderNumber: detail('orderNumber'),
    payType: detail('payType'),
    chain: say(language, 'bill.detail.chain'),
    sendingAddress: say(language, 'bill.detail.sendingAddress'),
    receivingAddress: say(language, 'bill.detail.receivingAddress'),
    txId: say(language, 'bill.detail.txId'),
    note: detail('note'),
  };
}

/**
 * One bill as text. Amounts are exact decimals without a sign: the direction has a column of its own, so that no amount
 * begins with what a spreadsheet takes for a formula.
 */
export function cellsOf(row: SheetBill, { language, timeZone }: BillSheet): SheetCells {
  const units = BigInt(row.units);
  const fee = BigInt(row.feeUnits);
  return {
    time: formatDateTime(row.createdAt, timeZone),
    type: say(language, `bill.type.${row.type}`),
    status: say(language, `bill.status.${row.status}`),
    direction: say(language, `billfile.direction.${row.direction}`),
    amount: sayUnits(row, units),
    asset: row.asset,
    fee: sayUnits(row, fee),
    // What a trade brought in is told without its fee; everything else pays its fee out of the amount.
    arrivedAmount: sayUnits(row, row.symbol === null ? units - fee : units),
    counterparty: row.counterparty ?? (row.symbol === null ? '' : pairText(row.symbol)),
    orderNumber: row.orderNumber,
    payType: say(language, `bill.detail.payType.${row.payType}`),
    chain: row.chain ?? '',
    sendingAddress: row.sendingAddress ?? '',
    receivingAddress: row.receivingAddress ?? '',
    txId: nameOf(row.txId ?? '', language),
    note: row.note ?? '',
  };
}

/** The id of a transaction; in words what it was that no transaction made. */
function nameOf(txId: string, language: LanguageId): string {
  const origin = originOf(txId);
  return origin === 'transaction' ? txId : say(language, `bill.origin.${origin}`);
}

/** First and last day of the range, both included. */
export function daysOf({ from, to, timeZone }: Pick<BillSheet, 'from' | 'to' | 'timeZone'>): {
  readonly first: string;
  readonly last: string;
} {
  return { first: formatDate(from, timeZone), last: formatDate(Math.max(from, to - 1), timeZone) };
}
