/** Writing bills: only beside the business fact they tell of, in its transaction. */
import { randomInt } from 'node:crypto';

import type { BillStatus, BillType } from '@marigold/contract/calls/bill';
import { billStates } from '@marigold/contract/calls/bill';
import { assert } from '@marigold/money/assert';
import { assertBegins, assertMayFollow, assertPath } from '@marigold/money/states';

import type { Database } from '../../platform/database/database.ts';
import type { Announcement } from '../../platform/database/outbox.ts';
import { announce } from '../../platform/database/outbox.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { BillEnd, BillHead, NewBillRow } from './store.ts';
import { insertBills, insertSteps, listIds, lockBills, updateBills, updateEnded } from './store.ts';

export type NewBill = {
  /** Given by whoever has to name it before it is written. */
  readonly id?: string | undefined;
  readonly userId: string;
  readonly type: BillType;
  readonly direction: 'in' | 'out';
  readonly asset: string;
  readonly units: bigint;
  readonly payType: 'internal' | 'onChain' | 'purchase';
  /** Who stands on the other side, masked as this user may see it. */
  readonly counterparty?: string | undefined;
  readonly note?: string | undefined;
  readonly sendingAddress?: string | undefined;
  readonly receivingAddress?: string | undefined;
  /** Undefined while nothing was posted yet: a deposit on its way, money that is only held. */
  readonly journalId?: bigint | undefined;
  readonly feeUnits?: bigint | undefined;
  /** The chain of an on-chain movement. */
  readonly chain?: string | undefined;
  readonly transferId?: string | undefined;
  /** The order of a trade. */
  readonly orderId?: string | undefined;
  /** The bill whose story this one goes on with: a refund's transfer, a lock's deposit. */
  readonly belongsTo?: string | undefined;
  /** Every status it went through in this transaction, in order; the last one is its status. */
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  readonly now: number;
};

const digitsEnd = 1_000_000;
/** While most numbers of a second are free, this process draws none of them twice: a trade-heavy second has thousands. */
const drawnMost = digitsEnd / 2;
let drawnIn = Number.NaN;
let drawnMoment = '';
const drawn = new Set<number>();

/** MG, the moment in UTC, six random digits: readable on the phone, not guessable in sequence. */
function orderNumber(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== drawnIn) {
    drawnIn = second;
    drawnMoment = isoOf(second * 1000)
      .replace(/[-:T]/g, '')
      .slice(2, 14);
    drawn.clear();
  }
  let digits = randomInt(digitsEnd);
  // Ends: fewer than half of the numbers are drawn, so each turn ends it with a chance above one in two.
  while (drawn.has(digits) && drawn.size < drawnMost) digits = randomInt(digitsEnd);
  drawn.add(digits);
  return `MG-${drawnMoment}${String(digits).padStart(6, '0')}`;
}

let isoMs = Number.NaN;
let isoText = '';

/** A batch has one moment for all its bills. */
function isoOf(ms: number): string {
  if (ms !== isoMs) {
    isoText = new Date(ms).toISOString();
    isoMs = ms;
  }
  return isoText;
}

/** Order numbers are drawn; one that is taken is drawn again. */
const drawsMax = 8;

/** Writes a bill with its steps and tells its user. Answers the bill's id. Its statuses follow the arrows of the contract. */
export async function recordBill(db: Database, bill: NewBill): Promise<string> {
  const [id] = await recordBills(db, [bill]);
  assert(id !== undefined, 'a bill that was written has an id');
  return id;
}

/**
 * Quiet: the caller announces the order instead of each bill, and steps are not written: such a bill runs from the moment
 * it was made until it ends (`timelineOf`).
 */
export type Telling = { readonly isQuiet?: boolean };

/** As recordBill for each, as a few statements for all. Answers the ids in order. */
export async function recordBills(
  db: Database,
  bills: readonly NewBill[],
  { isQuiet = false }: Telling = {},
): Promise<string[]> {
  if (bills.length === 0) return [];
  const rows = bills.map(rowOf);
  let left: readonly NewBillRow[] = rows;
  for (let draw = 0; left.length > 0; draw += 1) {
    assert(draw < drawsMax, 'order numbers are not used up');
    left = await writeBills(db, left);
  }
  if (!isQuiet) {
    await addSteps(
      db,
      rows.map(({ id, statuses, created_at }) => ({ id, lines: 0, statuses, at: created_at })),
    );
    await announce(db, ...rows.map((row) => announcementOf(row)));
  }
  return rows.map(({ id }) => id);
}

function rowOf(bill: NewBill): NewBillRow {
  assert(
    bill.units > 0n && (bill.feeUnits ?? 0n) >= 0n,
    'a bill is about something, and its fee not below zero',
  );
  const status = assertBegins(billStates, bill.statuses);
  const at = isoOf(bill.now);
  return {
    id: bill.id ?? newRowId(),
    user_id: bill.userId,
    type: bill.type,
    status,
    direction: bill.direction,
    asset: bill.asset,
    units: String(bill.units),
    counterparty: bill.counterparty ?? null,
    note: bill.note ?? null,
    pay_type: bill.payType,
    sending_address: bill.sendingAddress ?? null,
    receiving_address: bill.receivingAddress ?? null,
    journal_id: bill.journalId === undefined ? null : String(bill.journalId),
    fee_units: String(bill.feeUnits ?? 0n),
    chain: bill.chain ?? null,
    transfer_id: bill.transferId ?? null,
    order_id: bill.orderId ?? null,
    belongs_to: bill.belongsTo ?? null,
    created_at: at,
    finished_at: isFinal(status) ? at : null,
    statuses: bill.statuses,
    now: bill.now,
  };
}

/** Answers those that were not written: they drew an order number that was taken. */
async function writeBills(db: Database, rows: readonly NewBillRow[]): Promise<readonly NewBillRow[]> {
  const written = await insertBills(db, rows, orderNumber);
  if (written === BigInt(rows.length)) return [];
  const ids = await listIds(db, rows);
  return rows.filter(({ id }) => !ids.has(id));
}

type Steps = {
  readonly id: string;
  /** How many it has. */
  readonly lines: number;
  readonly statuses: readonly BillStatus[];
  readonly at: string;
};

async function addSteps(db: Database, steps: readonly Steps[]): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.flatMap(({ id, lines, statuses, at }) =>
    statuses.map((status, place) => ({ id, line: lines + place + 1, status, at })),
  );
  await insertSteps(db, rows);
}

function announcementOf({ id, user_id, type, status, direction, asset }: BillHead): Announcement {
  return { userId: user_id, event: 'bill', data: { id, type, status, direction, currency: asset } };
}

function isFinal(status: BillStatus): boolean {
  return status === 'success' || status === 'failed';
}

export type BillChange = {
  readonly billId: string;
  /** Every status it goes through now, in order. */
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  /** The journal that finished it, where one did. */
  readonly journalId?: bigint | undefined;
  /** What it turned out to be, where that was only foreseen. */
  readonly units?: bigint | undefined;
  readonly now: number;
};

/**
 * Moves a bill along the arrows of the contract with its steps and tells its user; a bill that is there already stays as
 * it is. Only beside the business fact it tells of, in its transaction.
 */
export async function changeBill(db: Database, change: BillChange): Promise<void> {
  await changeBills(db, [change]);
}

/** As changeBill for each of different bills, as a few statements for all. */
export async function changeBills(db: Database, changes: readonly BillChange[]): Promise<void> {
  if (changes.length === 0) return;
  const found = await lockBills(
    db,
    changes.map(({ billId }) => billId),
  );
  const bills = new Map(found.map((bill) => [bill.id, bill]));
  const moved = changes.flatMap(({ billId, statuses, journalId, units, now }) => {
    const bill = bills.get(billId);
    assert(bill !== undefined, `the bill ${billId} exists`);
    const status = statuses.at(-1) ?? statuses[0];
    if (bill.status === status) return [];
    assertPath(billStates, [bill.status, ...statuses]);
    const at = new Date(now).toISOString();
    const journal = journalId === undefined ? null : String(journalId);
    const finishedAt = isFinal(status) ? at : null;
    return [
      { ...bill, status, statuses, journal, units: units?.toString() ?? null, at, finished_at: finishedAt },
    ];
  });
  if (moved.length === 0) return;
  await updateBills(db, moved);
  await addSteps(db, moved);
  await announce(db, ...moved.map((bill) => announcementOf(bill)));
}

/** Ends bills that were recorded quietly and run: one statement, and nobody is told of it. */
export async function endQuietBills(db: Database, ends: readonly BillEnd[], now: number): Promise<void> {
  if (ends.length === 0) return;
  for (const { status } of ends) assertMayFollow(billStates, 'running', status);
  const ended = await updateEnded(db, ends, now);
  assert(ended === BigInt(ends.length), 'a bill that ends was running');
}
