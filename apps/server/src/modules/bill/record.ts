/** Writing bills: only beside the business fact they tell of, in its transaction. */
import { randomInt } from 'node:crypto';

import type { BillStatus, BillType } from '@marigold/contract/bill';
import { nextBillStatuses } from '@marigold/contract/bill';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../../platform/outbox.ts';

export type NewBill = {
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
  readonly journalId: bigint;
  readonly transferId?: string | undefined;
  /** Every status it went through in this transaction, in order; the last one is its status. */
  readonly statuses: readonly [BillStatus, ...BillStatus[]];
  readonly now: number;
};

/** MG, the moment in UTC, six random digits: readable on the phone, not guessable in sequence. */
function orderNumber(now: number): string {
  const moment = new Date(now).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return `MG-${moment}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

function assertStatuses(statuses: NewBill['statuses']): void {
  statuses.forEach((status, index) => {
    const next = statuses[index + 1];
    const allowed: readonly BillStatus[] = nextBillStatuses[status];
    assert(next === undefined || allowed.includes(next), `a bill goes from ${status} to ${String(next)}`);
  });
}

/** Writes a bill with its steps and tells its user. Answers the bill's id. Its statuses follow the arrows of the contract. */
export async function recordBill(db: Database, bill: NewBill): Promise<string> {
  assertStatuses(bill.statuses);
  const id = newId();
  const at = new Date(bill.now);
  const status = bill.statuses.at(-1) ?? bill.statuses[0];
  const finishedAt = status === 'success' || status === 'failed' ? at : null;
  await sql`
    insert into app.bill (id, user_id, type, status, direction, asset, units, counterparty, note, order_number, pay_type,
      sending_address, receiving_address, journal_id, transfer_id, created_at, submitted_at, finished_at)
    values (${id}, ${bill.userId}, ${bill.type}, ${status}, ${bill.direction}, ${bill.asset}, ${String(bill.units)},
      ${bill.counterparty ?? null}, ${bill.note ?? null}, ${orderNumber(bill.now)}, ${bill.payType},
      ${bill.sendingAddress ?? null}, ${bill.receivingAddress ?? null}, ${bill.journalId}, ${bill.transferId ?? null},
      ${at}, ${at}, ${finishedAt})`.execute(db);
  await sql`
    insert into app.bill_step (bill_id, line, status, at)
    select ${id}, line, status, ${at}
    from unnest(${bill.statuses}::text[]) with ordinality as step(status, line)`.execute(db);
  await announce(db, {
    userId: bill.userId,
    event: 'bill',
    data: { id, type: bill.type, status, direction: bill.direction, currency: bill.asset },
  });
  return id;
}
