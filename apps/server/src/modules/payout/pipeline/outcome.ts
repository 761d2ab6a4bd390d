/** What became of a nonce on the chain, and what follows for its payout. Decides only; the caller writes. */
import type { ChainAccount, BlockRef, Hash, ChainPayment, TransactionState } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { confirmationsOf } from '@marigold/chain/states';
import type { ChainUnits } from '@marigold/chain/units';
import { minuteMs } from '@marigold/money/spans';

import type { View } from '../context.ts';
import type { Attempt, Nonce, Work } from '../nonce/store.ts';
import type { Payout } from '../store.ts';

/** Not in a block for so long: shown as stuck, and replaced with a higher fee. */
export const stuckAfterMs = 10 * minuteMs;

/** An attempt of a nonce that is in a block. */
export type MinedPayout = {
  readonly attempt: Attempt;
  readonly block: BlockRef;
  readonly gasPaid: ChainUnits;
  /**
   * `paid`: exactly what was ordered moved. `cancelled`: its cancel was mined. `failed`: it was mined and failed.
   * `unpaid`: it was mined well, and a person judged that nobody was paid. `missing`: it was mined well, yet what was ordered did not move.
   */
  readonly outcome: 'paid' | 'cancelled' | 'failed' | 'unpaid' | 'missing';
  readonly depth: number;
  readonly isFinal: boolean;
};

export function describeMined(
  nonce: Nonce,
  attempt: Attempt,
  mined: Extract<TransactionState, { state: 'mined' }>,
  rest: { readonly payment: ChainPayment; readonly view: View },
): MinedPayout {
  const { head, finalized } = rest.view;
  return {
    attempt,
    block: mined.block,
    gasPaid: mined.feePaid,
    outcome: outcomeOf(nonce, attempt, mined, rest.payment),
    // It may stand in a block that came after we looked at the head.
    depth: Math.max(1, confirmationsOf(mined.block.height, head.height)),
    isFinal: mined.block.height <= finalized.height,
  };
}

function outcomeOf(
  { account, work }: Nonce,
  { kind }: Attempt,
  mined: Extract<TransactionState, { state: 'mined' }>,
  payment: ChainPayment,
): MinedPayout['outcome'] {
  if (kind === 'cancel') return 'cancelled';
  if (!mined.isGood) return 'failed';
  return hasPaid(mined, account, payment) ? 'paid' : decidedOutcome(work);
}

/** Whether a mined transaction moved exactly this out of an account. */
export function hasPaid(
  { isGood, transfers }: Extract<TransactionState, { state: 'mined' }>,
  from: ChainAccount,
  { coin, to, amount }: ChainPayment,
): boolean {
  const isExact = transfers.some(
    (one) => one.coin === coin && one.from === from && one.to === to && one.amount === amount,
  );
  return isGood && isExact;
}

/** A person who looked at what happened decides what it counts as. */
function decidedOutcome(work: Work): MinedPayout['outcome'] {
  const reason = work.purpose === 'payout' ? work.payout.reason : null;
  if (reason === 'judged_paid') return 'paid';
  return reason === 'judged_unpaid' ? 'unpaid' : 'missing';
}

/** What a payout becomes. */
export type PayoutPlan = {
  readonly states: readonly PayoutState[];
  readonly reason: 'transfer_missing' | 'judged_paid' | 'judged_unpaid' | undefined;
  readonly txId: Hash | null;
  readonly height: number | null;
};

export function planPayout(payout: Payout, mined: MinedPayout | undefined, view: View): PayoutPlan {
  if (mined === undefined) {
    return { states: statesWhenUnmined(payout, view), reason: undefined, txId: payout.txId, height: null };
  }
  const { txId } = mined.attempt;
  const isSame = payout.txId === txId && payout.height === mined.block.height;
  return {
    states: statesTo(payout.state, targetOf(mined, view), isSame),
    reason: mined.outcome === 'missing' ? 'transfer_missing' : decidedReason(payout, isSame),
    txId,
    height: mined.block.height,
  };
}

/** A judgement holds for the block it was made about. */
function decidedReason({ reason }: Payout, isSame: boolean): 'judged_paid' | 'judged_unpaid' | undefined {
  return isSame && (reason === 'judged_paid' || reason === 'judged_unpaid') ? reason : undefined;
}

function statesWhenUnmined({ state, changedAt }: Payout, { now }: View): PayoutState[] {
  if (state === 'confirming' || state === 'completed') return ['sending'];
  return state === 'sending' && now - changedAt >= stuckAfterMs ? ['stuck'] : [];
}

type Target = 'confirming' | 'completed' | 'settled' | 'failed';

/** Money comes back, or leaves for good, at finality only; what did not move as ordered waits for a person. */
function targetOf({ outcome, depth, isFinal }: MinedPayout, { confirmations, mayMove }: View): Target {
  if (outcome === 'missing') return 'confirming';
  if (outcome !== 'paid') return isFinal && mayMove ? 'failed' : 'confirming';
  if (isFinal && mayMove) return 'settled';
  return depth >= confirmations ? 'completed' : 'confirming';
}

const forward = ['confirming', 'completed', 'settled'] as const;

/** The way along the arrows of the table. `isSame`: the transaction still stands in the same block. */
function statesTo(from: PayoutState, target: Target, isSame: boolean): PayoutState[] {
  if (target === 'failed') return from === 'completed' ? ['sending', 'failed'] : ['failed'];
  if (from === 'completed' && target === 'confirming') {
    // A node that is behind shows fewer blocks above the same one: nothing has happened.
    return isSame ? [] : ['sending', 'confirming'];
  }
  const start = from === 'confirming' || from === 'completed' ? forward.indexOf(from) + 1 : 0;
  return forward.slice(start, forward.indexOf(target) + 1);
}
