/** Writing bills: only beside the business fact they tell of, in its transaction. */
import { randomInt } from 'node:crypto';

import type { BillStatus, BillType } from '@marigold/contract/bill';
import { nextBillStatuses } from '@marigold/contract/bill';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import { columnOf, textColumnOf } from '../../platform/columns.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Announcement } from '../../platform/outbox.ts';
import { announce } from '../../platform/outbox.ts';
import { prepared } from '../../platform/prepared.ts';

export type NewBill = {
  /** Given by whoever has to name it before it is written. */
  readonly id?: string | undefined;
  readonly userId: string;
  readonly type: BillType;
  readonly direction: 'in' | 'out';
  readonly asset: string;
  readonly units: bigint;
  readonly payType: 'internal' | 'onChain';
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

function assertStatuses(statuses: readonly BillStatus[]): void {
  statuses.forEach((status, index) => {
    const next = statuses[index + 1];
    const allowed: readonly BillStatus[] = nextBillStatuses[status];
    assert(next === undefined || allowed.includes(next), `a bill goes from ${status} to ${String(next)}`);
  });
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
 * Quiet: whoever writes them tells of what they are part of instead, and their steps are not written either: such a bill
 * runs from the moment it was made until it ends (`timelineOf`).
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
  let left: readonly ReturnType<typeof rowOf>[] = rows;
  for (let draw = 0; left.length > 0; draw += 1) {
    assert(draw < drawsMax, 'order numbers are not used up');
    left = await insertBills(db, left);
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

function rowOf(bill: NewBill) {
  assertStatuses(bill.statuses);
  const at = isoOf(bill.now);
  const status = bill.statuses.at(-1) ?? bill.statuses[0];
  return {
    id: bill.id ?? newId(),
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
async function insertBills(
  db: Database,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<ReturnType<typeof rowOf>[]> {
  const of = (pick: (row: (typeof rows)[number]) => string | null): string => columnOf(rows, pick);
  const textOf = (pick: (row: (typeof rows)[number]) => string | null): string => textColumnOf(rows, pick);
  const written = await prepared`
    /* bill_insert */ insert into app.bill (id, user_id, type, status, direction, asset, units, counterparty, note, order_number, pay_type,
      sending_address, receiving_address, journal_id, fee_units, chain, transfer_id, order_id, belongs_to, created_at, submitted_at,
      finished_at)
    select id, user_id, type, status, direction, asset, units, counterparty, note, order_number, pay_type,
      sending_address, receiving_address, journal_id, fee_units, chain, transfer_id, order_id, belongs_to, created_at, created_at,
      finished_at
    from unnest(${of((row) => row.id)}::uuid[], ${of((row) => row.user_id)}::uuid[], ${of((row) => row.type)}::text[],
      ${of((row) => row.status)}::text[], ${of((row) => row.direction)}::text[], ${of((row) => row.asset)}::text[],
      ${of((row) => row.units)}::numeric[], ${textOf((row) => row.counterparty)}::text[],
      ${textOf((row) => row.note)}::text[], ${of((row) => orderNumber(row.now))}::text[],
      ${of((row) => row.pay_type)}::text[], ${textOf((row) => row.sending_address)}::text[],
      ${textOf((row) => row.receiving_address)}::text[], ${of((row) => row.journal_id)}::bigint[],
      ${of((row) => row.fee_units)}::numeric[], ${textOf((row) => row.chain)}::text[],
      ${of((row) => row.transfer_id)}::uuid[], ${of((row) => row.order_id)}::uuid[],
      ${of((row) => row.belongs_to)}::uuid[], ${of((row) => row.created_at)}::timestamptz[],
      ${of((row) => row.finished_at)}::timestamptz[]
    ) as row(id, user_id, type, status, direction, asset, units, counterparty, note, order_number, pay_type,
      sending_address, receiving_address, journal_id, fee_units, chain, transfer_id, order_id, belongs_to, created_at,
      finished_at)
    on conflict (order_number) do nothing`.execute(db);
  if (written.numAffectedRows === BigInt(rows.length)) return [];
  const found = await sql<{ id: string }>`
    select id from app.bill where id = any(${columnOf(rows, ({ id }) => id)}::uuid[])`.execute(db);
  const ids = new Set(found.rows.map(({ id }) => id));
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
  await sql`
    insert into app.bill_step (bill_id, line, status, at)
    select id, line, status, at
    from unnest(${columnOf(rows, ({ id }) => id)}::uuid[], ${columnOf(rows, ({ line }) => line)}::smallint[],
      ${columnOf(rows, ({ status }) => status)}::text[], ${columnOf(rows, ({ at }) => at)}::timestamptz[]
    ) as row(id, line, status, at)`.execute(db);
}

type Told = {
  readonly id: string;
  readonly user_id: string;
  readonly type: BillType;
  readonly status: BillStatus;
  readonly direction: string;
  readonly asset: string;
};

function announcementOf({ id, user_id, type, status, direction, asset }: Told): Announcement {
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
  const found = await sql<Told & { lines: number }>`
    select id, user_id, type, status, direction, asset,
      (select max(line) from app.bill_step where bill_id = b.id) as lines
    from app.bill b
    where id = any(${changes.map(({ billId }) => billId)}::uuid[]) order by id for update`.execute(db);
  const bills = new Map(found.rows.map((bill) => [bill.id, bill]));
  const moved = changes.flatMap(({ billId, statuses, journalId, units, now }) => {
    const bill = bills.get(billId);
    assert(bill !== undefined, `the bill ${billId} exists`);
    const status = statuses.at(-1) ?? statuses[0];
    if (bill.status === status) return [];
    assertStatuses([bill.status, ...statuses]);
    const at = new Date(now).toISOString();
    const journal = journalId === undefined ? null : String(journalId);
    const finishedAt = isFinal(status) ? at : null;
    return [
      { ...bill, status, statuses, journal, units: units?.toString() ?? null, at, finished_at: finishedAt },
    ];
  });
  if (moved.length === 0) return;
  await sql`
    update app.bill b set status = row.status, finished_at = row.finished_at,
      journal_id = coalesce(row.journal, b.journal_id), units = coalesce(row.units, b.units)
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as row(id uuid, status text, finished_at timestamptz, journal bigint, units numeric)
    where b.id = row.id`.execute(db);
  await addSteps(db, moved);
  await announce(db, ...moved.map((bill) => announcementOf(bill)));
}

/** Ends bills that were recorded quietly and run: one statement, and nobody is told of it. */
export async function endQuietBills(
  db: Database,
  ends: readonly { readonly billId: string; readonly status: 'success' | 'failed' }[],
  now: number,
): Promise<void> {
  if (ends.length === 0) return;
  const ended = await prepared`
    /* bill_end_quietly */ update app.bill b set status = row.status, finished_at = ${new Date(now).toISOString()}::timestamptz
    from unnest(${columnOf(ends, ({ billId }) => billId)}::uuid[], ${columnOf(ends, ({ status }) => status)}::text[]
    ) as row(id, status)
    where b.id = row.id and b.status = 'running'`.execute(db);
  assert(ended.numAffectedRows === BigInt(ends.length), 'a bill that ends was running');
}
