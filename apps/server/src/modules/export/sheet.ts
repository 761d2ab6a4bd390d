/** What stands in a file of bills: one row per bill, the same cells in every format, in the words of its reader. Pure. */
import { originOf } from '@marigold/chain/port';
import type { BillStatus, BillType } from '@marigold/contract/bill';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { formatDate, formatDateTime } from '@marigold/money/dates';
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

/** A bill as the table has it. */
export type BillRow = {
  readonly type: BillType;
  readonly status: BillStatus;
  readonly direction: 'in' | 'out';
  readonly asset: string;
  readonly scale: number;
  /** Decimals that are shown at least. */
  readonly decimals: number;
  readonly units: string;
  readonly feeUnits: string;
  /** Masked, as the bill pages show it. */
  readonly counterparty: string | null;
  /** The market of a trade; null for anything else. */
  readonly symbol: string | null;
  readonly note: string | null;
  readonly orderNumber: string;
  readonly payType: 'internal' | 'onChain';
  /** The name of the chain, and the id there of what moved. */
  readonly chain: string | null;
  readonly txId: string | null;
  readonly sendingAddress: string | null;
  readonly receivingAddress: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
};

/** Whose bills, of when, and how times and words are written. */
export type Sheet = {
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
export type Cells = Readonly<Record<Column, string>>;

/** The words above the columns. */
export function headerOf({ language, timeZone }: Sheet): Cells {
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
export function cellsOf(row: BillRow, { language, timeZone }: Sheet): Cells {
  const amount = (units: bigint) => formatUnitsTrimmed(units, row.scale, Math.min(row.decimals, row.scale));
  const units = BigInt(row.units);
  const fee = BigInt(row.feeUnits);
  return {
    time: formatDateTime(row.createdAt, timeZone),
    type: say(language, `bill.type.${row.type}`),
    status: say(language, `bill.status.${row.status}`),
    direction: say(language, `billfile.direction.${row.direction}`),
    amount: amount(units),
    asset: row.asset,
    fee: amount(fee),
    // What a trade brought in is told without its fee; everything else pays its fee out of the amount.
    arrivedAmount: amount(row.symbol === null ? units - fee : units),
    counterparty: row.counterparty ?? row.symbol?.replace('_', '/') ?? '',
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
export function daysOf({ from, to, timeZone }: Pick<Sheet, 'from' | 'to' | 'timeZone'>): {
  readonly first: string;
  readonly last: string;
} {
  return { first: formatDate(from, timeZone), last: formatDate(Math.max(from, to - 1), timeZone) };
}
