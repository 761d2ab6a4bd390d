import type { ChainDepositState } from '@marigold/chain/states';
import { mayTakeBack } from '@marigold/chain/states';
import { formatUnits } from '@marigold/money/amount';

import type { Handlers } from '../../platform/http/call.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import { originWords } from '../chain/registry.ts';
import type { BillFacts } from './facts.ts';
import { wireBill } from './row.ts';
import type { DetailRow, RelatedBill, BillStepRow } from './store.ts';
import { findBill, listRelated, listBillSteps } from './store.ts';

/** Why a deposit waits, where it is not only for confirmations. */
const depositReasons: Readonly<Partial<Record<ChainDepositState, string>>> = {
  held: 'deposit_held',
  orphaned: 'deposit_orphaned',
};
const relatedMax = 10;

/** Every field of one bill of the caller. */
export function createBillDetail(facts: BillFacts): Handlers['bill/detail'] {
  return async ({ id }, { db, session }) => {
    const { userId } = session;
    const row = await findBill(db, facts, { id, userId });
    if (row === undefined) throw notFound();
    const steps = await listBillSteps(db, id);
    return detailOf(row, steps, await listRelated(db, { userId, max: relatedMax }, row));
  };
}

function detailOf(row: DetailRow, steps: readonly BillStepRow[], related: RelatedBill[]) {
  return {
    ...wireBill(row),
    orderNumber: row.order_number,
    payType: row.pay_type,
    addressKind: row.pay_type === 'onChain' ? ('external' as const) : ('internal' as const),
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
    ...originWords(row.tx_id, row.explorer_transaction),
    canCancel:
      row.payout_state !== null &&
      !row.has_nonce &&
      mayTakeBack({ state: row.payout_state, reason: row.payout_reason }),
    reason: row.payout_reason ?? depositReasons[row.deposit_state ?? 'success'] ?? null,
    createTime: row.created_at,
    submitTime: row.submitted_at,
    finishTime: row.finished_at,
    timeline: timelineOf(row, steps),
    related,
  };
}

/** The steps that were written; a bill without any ran from when it was made until it ended. */
function timelineOf(
  { status, created_at, finished_at }: Pick<DetailRow, 'status' | 'created_at' | 'finished_at'>,
  steps: readonly BillStepRow[],
) {
  if (steps.length > 0) return steps.map(({ status: step, at }) => ({ status: step, time: at }));
  const begun = { status: 'running' as const, time: created_at };
  return finished_at === null ? [begun] : [begun, { status, time: finished_at }];
}
