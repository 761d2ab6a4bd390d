/** How far an on-chain transfer is, and taking it back while nothing is signed. */
import { writeAccount } from '@marigold/chain/account';
import { confirmationsOf, mayTakeBack } from '@marigold/chain/states';
import { Refusal } from '@marigold/contract/endpoint';
import { Halted } from '@marigold/ledger/errors';
import { formatUnits } from '@marigold/money/amount';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import { explorerPage } from '../chain/registry.ts';
import { cancelWaiting } from '../payout/cancel.ts';
import type { PayoutDetail } from '../payout/views.ts';
import { findPayoutDetail, listLatestSteps } from '../payout/views.ts';
import { closeCase } from '../risk/decide.ts';

const stepsMax = 50;

type DetailQuery = { readonly billId: string; readonly userId: string; readonly now: number };

/** By the bill it is shown as; a missing one, a foreign one and a bill of another kind are the same 404. */
async function getPayout(db: Database, query: DetailQuery): Promise<PayoutDetail> {
  const payout = await findPayoutDetail(db, query);
  if (payout === undefined) throw notFound();
  return payout;
}

export const showTransfer: Handlers['transfer/detail'] = async ({ id }, { db, session, now }) => {
  const payout = await getPayout(db, { billId: id, userId: session.userId, now });
  const timeline = await listLatestSteps(db, payout.id, stepsMax);
  const { units, feeUnits, head, height } = payout;
  const write = (amount: bigint) => formatUnits(amount, payout.scale);
  return {
    billId: payout.billId,
    state: payout.state,
    reason: payout.reason,
    currency: payout.asset,
    chain: payout.chain,
    address: writeAccount(payout.account, payout.family),
    amount: write(units),
    fee: write(feeUnits),
    receipt: write(units - feeUnits),
    txId: payout.txId,
    explorer: explorerPage(payout.explorerTransaction, payout.txId),
    confirmations: head === null ? 0 : confirmationsOf(height, head),
    required: payout.confirmations,
    minutes: payout.minutes,
    canCancel: !payout.hasNonce && mayTakeBack(payout),
    riskId: payout.riskId,
    timeline: timeline.map(({ state, at }) => ({ state, time: at })),
  };
};

export const cancelTransfer: Handlers['transfer/cancel'] = async ({ id }, { db, session, now }) => {
  const { id: payoutId } = await getPayout(db, { billId: id, userId: session.userId, now });
  try {
    // The case first: whoever decides it takes the same two rows in this order.
    await closeCase(db, { payoutId, reason: 'the transfer was taken back by its owner', now });
    if (!(await cancelWaiting(db, { payoutId, now }))) return new Refusal('transfer_too_late');
  } catch (error) {
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  return { state: 'cancelled' };
};
