/** Bills and their steps as the parts of this module read and write them. */
import type { ChainDepositState, PayoutState } from '@marigold/chain/states';
import type { BillStatus, BillType, listBills as listBillsEndpoint } from '@marigold/contract/calls/bill';
import type { InputOf } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import { columnOf, textColumnOf } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { joinCursor } from '../chain/views.ts';
import type { BillFacts } from './facts.ts';
import type { BillRow } from './row.ts';

type Sql = RawBuilder<unknown>;

/** Columns of BillRow out of `billTables`. */
function billColumns({ order, payout, deposit }: BillFacts): Sql {
  return sql`b.id, b.type, b.status, b.direction, b.asset, l.scale, a.decimals, b.units,
  b.counterparty, ${order.symbol}, b.created_at, n.confirmations as required, coalesce(${deposit.height}, ${payout.height}) as height, c.height as head`;
}

/** Bills `b` with what they borrow; `n` is the chain, where something of them moves on one. */
function billTables({ order, payout, deposit }: BillFacts): Sql {
  return sql`app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
  ${order.join}
  ${payout.join}
  ${deposit.join}
  left join app.chain n on n.code = b.chain and (${payout.isThere} or ${deposit.isThere})
  ${joinCursor(sql`n.code`)}`;
}

/** Which bills; left out: all of them. */
export type BillQuery = Omit<InputOf<typeof listBillsEndpoint>, 'cursor' | 'size'>;

function where(userId: string, { type, currency, status, from, to }: BillQuery): Sql {
  return sql`b.user_id = ${userId}
    and (${type ?? null}::text is null or b.type = ${type ?? null})
    and (${currency ?? null}::text is null or b.asset = ${currency ?? null})
    and (${status ?? null}::text is null or b.status = ${status ?? null})
    and (${from === undefined ? null : new Date(from)}::timestamptz is null or b.created_at >= ${from === undefined ? null : new Date(from)})
    and (${to === undefined ? null : new Date(to)}::timestamptz is null or b.created_at < ${to === undefined ? null : new Date(to)})`;
}

export type BillPage = {
  readonly userId: string;
  readonly filter: BillQuery;
  /** The id of the last bill of the page before. */
  readonly before: string | null;
  readonly max: number;
};

/** Newest first. */
export async function listBillRows(
  db: Database,
  facts: BillFacts,
  { userId, filter, before, max }: BillPage,
): Promise<readonly BillRow[]> {
  const found = await sql<BillRow>`
    select ${billColumns(facts)} from ${billTables(facts)}
    where ${where(userId, filter)} and (${before}::uuid is null or b.id < ${before}::uuid)
    order by b.id desc limit ${max}`.execute(db);
  return found.rows;
}

/**
 * What never counts as come in or gone out: what is locked or unlocked came in before and is still there (decisions.md), and
 * what a refund gives back stands beside the failed transfer that took it. Who trades changes one asset of their own into
 * another. A lock whose coins the chain took, and gave back, was booked.
 */
const outsideTotals = [
  'LOCK_INCREASE',
  'LOCK_RECOVERY',
  'TRANSFER_REFUND',
  'CURRENCY_TRADE',
  'CURRENCY_TRADE_RECOVERY',
];

type RetainedUnits = Pick<BillFacts['payout'], 'retainedUnits'>;

/** How much of a bill in totals went or came. */
export function unitsInTotals({ retainedUnits }: RetainedUnits): Sql {
  return sql`case when b.status = 'failed' then ${retainedUnits} else b.units end`;
}

/**
 * Which bills `b` count in totals: a deposit on its way in is not the person's yet; a payout on its way out is held
 * already.
 */
export function inTotals({ retainedUnits }: RetainedUnits): Sql {
  return sql`(b.status <> 'failed' or (b.type = 'TRANSFER' and ${retainedUnits} is not null))
  and (b.type <> all (${outsideTotals}) or (b.type = 'LOCK_RECOVERY' and b.journal_id is not null))
  and (b.direction = 'out' or b.status in ('success', 'can-trade'))`;
}

/** What came or went of one asset, in its ledger units. */
export type BillSum = {
  readonly asset: string;
  readonly scale: number;
  readonly direction: 'in' | 'out';
  readonly units: string;
};

export async function sumBills(
  db: Database,
  { payout }: BillFacts,
  { userId, filter }: Pick<BillPage, 'userId' | 'filter'>,
): Promise<readonly BillSum[]> {
  const found = await sql<BillSum>`
    select b.asset, l.scale, b.direction, sum(${unitsInTotals(payout)})::text as units
    from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
    where ${where(userId, filter)} and ${inTotals(payout)}
    group by b.asset, l.scale, b.direction`.execute(db);
  return found.rows;
}

/** By the stretches that begin at `starts`, the oldest first and numbered from 1. */
export async function sumBillsByMonth(
  db: Database,
  { payout }: BillFacts,
  { userId, starts }: { readonly userId: string; readonly starts: readonly Date[] },
): Promise<readonly (BillSum & { readonly month: number })[]> {
  const found = await sql<BillSum & { month: number }>`
    select width_bucket(b.created_at, ${starts}::timestamptz[]) as month, b.asset, l.scale, b.direction,
      sum(${unitsInTotals(payout)})::text as units
    from app.bill b join app.asset a on a.code = b.asset join ledger.asset l on l.id = a.ledger_id
    where b.user_id = ${userId} and b.created_at >= ${starts[0]}
      and ${inTotals(payout)}
    group by 1, b.asset, l.scale, b.direction`.execute(db);
  return found.rows;
}

/** A bill with every field that its page shows. */
export type DetailRow = BillRow & {
  fee_units: string;
  note: string | null;
  order_number: string;
  pay_type: 'internal' | 'onChain' | 'purchase';
  sending_address: string | null;
  receiving_address: string | null;
  chain: string | null;
  submitted_at: number | null;
  finished_at: number | null;
  belongs_to: string | null;
  order_id: string | null;
  tx_id: string | null;
  explorer_transaction: string | null;
  payout_state: PayoutState | null;
  has_nonce: boolean;
  payout_reason: string | null;
  deposit_state: ChainDepositState | null;
};

/** Undefined for what is missing and what is somebody else's. */
export async function findBill(
  db: Database,
  facts: BillFacts,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<DetailRow | undefined> {
  const { payout, deposit } = facts;
  const found = await sql<DetailRow>`
    select ${billColumns(facts)}, b.fee_units, b.note, b.order_number, b.pay_type, b.sending_address, b.receiving_address,
      b.chain, b.submitted_at, b.finished_at, b.belongs_to, b.order_id, coalesce(${deposit.txId}, ${payout.txId}) as tx_id,
      n.explorer_transaction, ${payout.state} as payout_state, ${payout.reason} as payout_reason, ${deposit.state} as deposit_state,
      ${payout.hasNonce} as has_nonce
    from ${billTables(facts)}
    where b.id = ${id} and b.user_id = ${userId}`.execute(db);
  return found.rows[0];
}

export type BillStepRow = { readonly status: BillStatus; readonly at: number };

export async function listBillSteps(db: Database, id: string): Promise<readonly BillStepRow[]> {
  const steps = await sql<BillStepRow>`
    select status, at from app.bill_step where bill_id = ${id} order by line limit 50`.execute(db);
  return steps.rows;
}

export type RelatedBill = { readonly id: string; readonly type: BillType; readonly status: BillStatus };

/** What the bill goes on with, what goes on with it, and what goes on with the same or is of the same order; oldest first. */
export async function listRelated(
  db: Database,
  { userId, max }: { readonly userId: string; readonly max: number },
  { id, belongs_to: belongsTo, order_id: orderId }: Pick<DetailRow, 'id' | 'belongs_to' | 'order_id'>,
): Promise<RelatedBill[]> {
  const found = await sql<RelatedBill>`
    select id, type, status from app.bill
    where user_id = ${userId} and id <> ${id}
      and (belongs_to = ${belongsTo ?? id} or id = ${belongsTo} or order_id = ${orderId})
    order by id limit ${max}`.execute(db);
  return found.rows;
}

/** A bill as it is written; moments in ISO format. */
export type NewBillRow = {
  readonly id: string;
  readonly user_id: string;
  readonly type: BillType;
  readonly status: BillStatus;
  readonly direction: 'in' | 'out';
  readonly asset: string;
  readonly units: string;
  readonly counterparty: string | null;
  readonly note: string | null;
  readonly pay_type: 'internal' | 'onChain' | 'purchase';
  readonly sending_address: string | null;
  readonly receiving_address: string | null;
  readonly journal_id: string | null;
  readonly fee_units: string;
  readonly chain: string | null;
  readonly transfer_id: string | null;
  readonly order_id: string | null;
  readonly belongs_to: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  readonly now: number;
};

/** Answers how many were written; the others drew an order number that was taken. */
export async function insertBills(
  db: Database,
  rows: readonly NewBillRow[],
  orderNumber: (now: number) => string,
): Promise<bigint> {
  const of = (pick: (row: NewBillRow) => string | null): string => columnOf(rows, pick);
  const textOf = (pick: (row: NewBillRow) => string | null): string => textColumnOf(rows, pick);
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
  return written.numAffectedRows ?? 0n;
}

/** Of these ids those of bills. */
export async function listIds(db: Database, ids: readonly { readonly id: string }[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select id from app.bill where id = any(${columnOf(ids, ({ id }) => id)}::uuid[])`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

export type NewStep = {
  readonly id: string;
  readonly line: number;
  readonly status: BillStatus;
  readonly at: string;
};

export async function insertSteps(db: Database, rows: readonly NewStep[]): Promise<void> {
  await sql`
    insert into app.bill_step (bill_id, line, status, at)
    select id, line, status, at
    from unnest(${columnOf(rows, ({ id }) => id)}::uuid[], ${columnOf(rows, ({ line }) => line)}::smallint[],
      ${columnOf(rows, ({ status }) => status)}::text[], ${columnOf(rows, ({ at }) => at)}::timestamptz[]
    ) as row(id, line, status, at)`.execute(db);
}

/** What is told of a bill. */
export type BillHead = Pick<NewBillRow, 'id' | 'user_id' | 'type' | 'status' | 'asset'> & {
  readonly direction: string;
};

/** With how many steps each has; locked in the order of their ids until the transaction ends. */
export async function lockBills(
  db: Database,
  ids: readonly string[],
): Promise<readonly (BillHead & { readonly lines: number })[]> {
  const found = await sql<BillHead & { lines: number }>`
    select id, user_id, type, status, direction, asset,
      (select max(line) from app.bill_step where bill_id = b.id) as lines
    from app.bill b
    where id = any(${ids}::uuid[]) order by id for update`.execute(db);
  return found.rows;
}

export type BillUpdate = {
  readonly id: string;
  readonly status: BillStatus;
  readonly finished_at: string | null;
  /** Null: as it was. */
  readonly journal: string | null;
  readonly units: string | null;
};

/** Only of bills that the caller has locked; their statuses follow the old ones. */
export async function updateBills(db: Database, rows: readonly BillUpdate[]): Promise<void> {
  const written = await sql`
    update app.bill b set status = row.status, finished_at = row.finished_at,
      journal_id = coalesce(row.journal, b.journal_id), units = coalesce(row.units, b.units)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(id uuid, status text, finished_at timestamptz, journal bigint, units numeric)
    where b.id = row.id`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every bill that changes is there once');
}

export type BillEnd = { readonly billId: string; readonly status: 'success' | 'failed' };

/** Ends those that run; answers how many did. */
export async function updateEnded(db: Database, ends: readonly BillEnd[], now: number): Promise<bigint> {
  const ended = await prepared`
    /* bill_end_quietly */ update app.bill b set status = row.status, finished_at = ${new Date(now).toISOString()}::timestamptz
    from unnest(${columnOf(ends, ({ billId }) => billId)}::uuid[], ${columnOf(ends, ({ status }) => status)}::text[]
    ) as row(id, status)
    where b.id = row.id and b.status = 'running'`.execute(db);
  return ended.numAffectedRows ?? 0n;
}
