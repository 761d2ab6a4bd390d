/** The one way a payout changes: along the arrows of its table, its bill and its steps with it, money back where it ends. */
import type { PayoutState } from '@marigold/chain/states';
import type { BillStatus } from '@marigold/contract/calls/bill';
import { openAccount } from '@marigold/ledger/account';
import { captureHold, releaseHold } from '@marigold/ledger/hold';
import { newJournal } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { sayUnits } from '../asset/asset.ts';
import { changeBill, recordBill } from '../bill/record.ts';
import { notify } from '../message/notify.ts';
import type { Payout } from './store.ts';
import { countSteps, updateRetained, updatePayoutState } from './store.ts';

/** Why it waits, was refused or failed: each is a word that texts exist for. */
export const payoutReasons = [
  'hot_wallet_low',
  'gas_low',
  // Its recipient is a program that asks for more gas than we pay for anybody: a person decides.
  'gas_too_dear',
  // Its recipient, or the coin, lets a payment to it fail: nothing was signed.
  'recipient_refuses',
  'refused_by_review',
  'refused_by_risk',
  'cancelled_by_you',
  'cancelled_by_us',
  'transaction_failed',
  // It was mined and failed, and what the chain took for that stays of its fee.
  'transaction_burnt',
  // It was mined and did not move what was ordered: a person judges whether it counts as paid.
  'transfer_missing',
  'judged_paid',
  'judged_unpaid',
  // The database was restored from a backup: a person looks whether it was paid since.
  'restored',
] as const;
export type PayoutReason = (typeof payoutReasons)[number];

/** What the bill says of a state; where two states look the same to people it stays. */
const billOf: Readonly<Record<PayoutState, BillStatus>> = {
  review: 'running',
  waiting: 'waiting',
  'no-liquidity': 'waiting',
  sending: 'pending',
  stuck: 'pending',
  confirming: 'confirming',
  completed: 'success',
  settled: 'success',
  cancelled: 'failed',
  rejected: 'failed',
  failed: 'failed',
};

export type PayoutChange = {
  /** Every state it goes through now, in order. */
  readonly states: readonly [PayoutState, ...PayoutState[]];
  /** Undefined: none any more. */
  readonly reason?: PayoutReason | undefined;
  readonly now: number;
};

/** Moves a payout whose row the caller has locked. */
export async function changePayout(
  db: Database,
  payout: Payout,
  { states, reason, now }: PayoutChange,
): Promise<void> {
  const to = await updatePayoutState(db, payout, { states, reason, now });
  await changeBillWith(db, payout, states, now);
  if (to === 'no-liquidity') await notifyWaiting(db, payout, { state: to, why: 'liquidity', now });
  // What a restore or a case of risk holds back has words of its own.
  if (reason === 'gas_too_dear') await notifyWaiting(db, payout, { state: 'review', why: 'person', now });
}

type Wait = {
  readonly state: 'review' | 'no-liquidity';
  readonly why: 'person' | 'liquidity';
  readonly now: number;
};

/** Said when it comes to wait there for the first time: it may come back there often. */
async function notifyWaiting(db: Database, payout: Payout, { state, why, now }: Wait): Promise<void> {
  if ((await countSteps(db, payout.id, state)) !== 1) return;
  await notify(db, {
    userId: payout.userId,
    kind: 'payoutWaits',
    facts: { amount: sayUnits(payout, payout.units), currency: payout.asset, why, billId: payout.billId },
    now,
  });
}

/**
 * The bill walks along, a status for each state that looks different, and none that is the one before. No way leads it
 * back: of a payout that returns to review it says what it said.
 */
async function changeBillWith(
  db: Database,
  { state, billId }: Payout,
  states: readonly PayoutState[],
  now: number,
): Promise<void> {
  const statuses: BillStatus[] = [];
  let last: BillStatus = billOf[state];
  for (const next of states.filter((name) => name !== 'review').map((name) => billOf[name])) {
    if (next !== last) statuses.push(next);
    last = next;
  }
  const [first, ...others] = statuses;
  if (first !== undefined) await changeBill(db, { billId, statuses: [first, ...others], now });
}

export type PayoutReturn = {
  readonly state: 'cancelled' | 'rejected' | 'failed';
  readonly reason: PayoutReason;
  /** Of one that was mined and failed: what of its fee the chain used up. */
  readonly retainedUnits?: bigint;
  readonly now: number;
};

/**
 * Ends a payout whose row the caller has locked and gives the amount back, with the fee but for what is kept of it: only
 * where it is certain that nothing was or will be paid.
 */
export async function giveBack(db: Database, payout: Payout, end: PayoutReturn): Promise<void> {
  const { state, reason, retainedUnits, now } = end;
  await changePayout(db, payout, { states: [state], reason, now });
  const retained = retainedUnits ?? 0n;
  assert(retained >= 0n && retained <= payout.feeUnits, 'what is kept of a payout is a part of its fee');
  const units = payout.units - retained;
  const journalId = await returnHold(db, payout, retained);
  if (retainedUnits !== undefined) await updateRetained(db, payout.id, retained);
  const billId = await recordBill(db, {
    userId: payout.userId,
    type: 'TRANSFER_REFUND',
    direction: 'in',
    asset: payout.asset,
    units,
    payType: 'onChain',
    belongsTo: payout.billId,
    chain: payout.chain,
    counterparty: payout.counterparty,
    receivingAddress: payout.receivingAddress,
    journalId,
    statuses: ['running', 'success'],
    now,
  });
  await announce(db, { userId: payout.userId, event: 'balance', data: { currency: payout.asset } });
  // Who took it back himself knows it; of a case of risk its own notice tells.
  if (state === 'cancelled' || reason === 'refused_by_risk') return;
  const { userId, asset: currency } = payout;
  const facts = { amount: sayUnits(payout, units), currency, billId };
  if (retained === 0n) await notify(db, { userId, kind: 'payoutRefunded', facts, now });
  else
    await notify(db, {
      userId,
      kind: 'payoutBurnt',
      facts: { ...facts, fee: sayUnits(payout, retained) },
      now,
    });
}

/** Closes the hold in one journal: what is kept goes to the fees of the house, everything else comes back. */
async function returnHold(db: Database, payout: Payout, retained: bigint): Promise<bigint> {
  const { id, holdId, userId: owner, ledgerId: assetId } = payout;
  const ledger = queryable(db);
  const key = { scope: 'payout', key: `release:${id}`, kind: 'payout-refund', reference: id } as const;
  if (retained === 0n) return newJournal(await releaseHold(ledger, { ...key, holdId, owner }));
  const to = await openAccount(ledger, { owner: null, assetId, kind: 'fee' });
  return newJournal(
    await captureHold(ledger, { ...key, holdId, owner, payments: [{ to, units: retained }] }),
  );
}
