import type { DepositState, PayoutState } from '@marigold/chain/states';
import { mayTakeBack } from '@marigold/chain/states';
import type { BillStatus, BillType } from '@marigold/contract/bill';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/transport-error.ts';
import { tellName } from '../chain/registry.ts';
import type { BillRow } from './row.ts';
import { billColumns, billOf, billTables } from './row.ts';

type DetailRow = BillRow & {
  fee_units: string;
  note: string | null;
  order_number: string;
  pay_type: 'internal' | 'onChain';
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
  has_slot: boolean;
  payout_reason: string | null;
  deposit_state: DepositState | null;
};

/** Why a deposit waits, where it is not only for confirmations. */
const depositReasons: Readonly<Partial<Record<DepositState, string>>> = {
  held: 'deposit_held',
  orphaned: 'deposit_orphaned',
};
const relatedMax = 10;

/** Every field of one bill of the caller. */
export const getBill: Handlers['bill/detail'] = async ({ id }, { db, session }) => {
  const found = await sql<DetailRow>`
    select ${billColumns}, b.fee_units, b.note, b.order_number, b.pay_type, b.sending_address, b.receiving_address,
      b.chain, b.submitted_at, b.finished_at, b.belongs_to, b.order_id, coalesce(d.tx_id, p.tx_id) as tx_id,
      n.explorer_transaction, p.state as payout_state, p.reason as payout_reason, d.state as deposit_state,
      exists (select from app.slot where payout_id = p.id) as has_slot
    from ${billTables}
    where b.id = ${id} and b.user_id = ${session.userId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw notFound();
  const steps = await sql<{ status: BillStatus; at: number }>`
    select status, at from app.bill_step where bill_id = ${id} order by line limit 50`.execute(db);
  return {
    ...billOf(row),
    orderNumber: row.order_number,
    payType: row.pay_type,
    addressKind: row.pay_type === 'internal' ? ('internal' as const) : ('external' as const),
    sendingAddress: row.sending_address,
    receivingAddress: row.receiving_address,
    chain: row.chain,
    fee: formatUnits(BigInt(row.fee_units), row.scale),
    // What a trade brought in is told without its fee; everything else pays its fee out of the amount.
    arrivedAmount: formatUnits(
      BigInt(row.units) - (row.order_id === null ? BigInt(row.fee_units) : 0n),
      row.scale,
    ),
    orderId: row.order_id,
    note: row.note,
    ...tellName(row.tx_id, row.explorer_transaction),
    canCancel:
      row.payout_state !== null &&
      !row.has_slot &&
      mayTakeBack({ state: row.payout_state, reason: row.payout_reason }),
    reason: row.payout_reason ?? depositReasons[row.deposit_state ?? 'success'] ?? null,
    createTime: row.created_at,
    submitTime: row.submitted_at,
    finishTime: row.finished_at,
    timeline: timelineOf(row, steps.rows),
    related: await listRelated(db, session.userId, row),
  };
};

/** The steps that were written; a bill without any ran from when it was made until it ended. */
function timelineOf(
  { status, created_at, finished_at }: Pick<DetailRow, 'status' | 'created_at' | 'finished_at'>,
  steps: readonly { readonly status: BillStatus; readonly at: number }[],
) {
  if (steps.length > 0) return steps.map(({ status: step, at }) => ({ status: step, time: at }));
  const begun = { status: 'running' as const, time: created_at };
  return finished_at === null ? [begun] : [begun, { status, time: finished_at }];
}

/** What the bill goes on with, what goes on with it, and what goes on with the same or is of the same order; oldest first. */
async function listRelated(
  db: Database,
  userId: string,
  { id, belongs_to: belongsTo, order_id: orderId }: Pick<DetailRow, 'id' | 'belongs_to' | 'order_id'>,
) {
  const found = await sql<{ id: string; type: BillType; status: BillStatus }>`
    select id, type, status from app.bill
    where user_id = ${userId} and id <> ${id}
      and (belongs_to = ${belongsTo ?? id} or id = ${belongsTo} or order_id = ${orderId})
    order by id limit ${relatedMax}`.execute(db);
  return found.rows;
}
