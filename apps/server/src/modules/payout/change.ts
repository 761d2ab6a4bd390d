/** The one way a payout changes: along the arrows of its table, its bill and its steps with it, money back where it ends. */
import type { PayoutState } from '@marigold/chain/states';
import { mayFollow, nextPayoutStates } from '@marigold/chain/states';
import type { BillStatus } from '@marigold/contract/bill';
import { releaseHold } from '@marigold/ledger/hold';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { announce } from '../../platform/outbox.ts';
import { changeBill, recordBill } from '../bill/record.ts';
import { notify } from '../message/notify.ts';
import type { Payout } from './store.ts';

/** Why it waits, was refused or failed: each is a word that texts exist for. */
export const payoutReasons = [
  'hot_wallet_low',
  'gas_low',
  // Its recipient is a program that asks for more gas than we pay for anybody: a person decides.
  'gas_too_dear',
  'refused_by_review',
  'refused_by_risk',
  'cancelled_by_you',
  'cancelled_by_us',
  'transaction_failed',
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

const ended: ReadonlySet<PayoutState> = new Set(['settled', 'cancelled', 'rejected', 'failed']);

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
  const at = new Date(now);
  let from = payout.state;
  for (const to of states) {
    assert(mayFollow<PayoutState>(nextPayoutStates, from, to), `a payout goes from ${from} to ${to}`);
    from = to;
  }
  await sql`
    update app.payout set state = ${from}, reason = ${reason ?? null}, changed_at = ${at},
      finished_at = ${ended.has(from) ? at : null}
    where id = ${payout.id}`.execute(db);
  await sql`
    insert into app.payout_step (payout_id, line, state, at)
    select ${payout.id}, (select coalesce(max(line), 0) from app.payout_step where payout_id = ${payout.id}) + line,
      state, ${at}
    from unnest(${states}::text[]) with ordinality as step(state, line)`.execute(db);
  await changeBillWith(db, payout, states, now);
  if (from === 'no-liquidity') await tellItWaits(db, payout, { state: from, why: 'liquidity', now });
  // What a restore or a case of risk holds back has words of its own.
  if (reason === 'gas_too_dear') await tellItWaits(db, payout, { state: 'review', why: 'person', now });
}

type Wait = {
  readonly state: 'review' | 'no-liquidity';
  readonly why: 'person' | 'liquidity';
  readonly now: number;
};

/** Said when it comes to wait there for the first time: it may come back there often. */
async function tellItWaits(db: Database, payout: Payout, { state, why, now }: Wait): Promise<void> {
  const found = await sql<{ times: number }>`
    select count(*)::int as times from app.payout_step
    where payout_id = ${payout.id} and state = ${state}`.execute(db);
  if (found.rows[0]?.times !== 1) return;
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

export type Return = {
  readonly state: 'cancelled' | 'rejected' | 'failed';
  readonly reason: PayoutReason;
  readonly now: number;
};

/**
 * Ends a payout whose row the caller has locked and gives the whole amount back, the fee included: only where it is
 * certain that nothing was or will be paid.
 */
export async function giveBack(db: Database, payout: Payout, { state, reason, now }: Return): Promise<void> {
  await changePayout(db, payout, { states: [state], reason, now });
  const { journalId } = await releaseHold(queryable(db), {
    scope: 'payout',
    key: `release:${payout.id}`,
    kind: 'payout-refund',
    reference: payout.id,
    holdId: payout.holdId,
    owner: payout.userId,
  });
  const billId = await recordBill(db, {
    userId: payout.userId,
    type: 'TRANSFER_REFUND',
    direction: 'in',
    asset: payout.asset,
    units: payout.units,
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
  await notify(db, {
    userId: payout.userId,
    kind: 'payoutRefunded',
    facts: { amount: sayUnits(payout, payout.units), currency: payout.asset, billId },
    now,
  });
}

/** An amount as people read it. */
export function sayUnits({ scale, decimals }: Payout, units: bigint): string {
  return formatUnitsTrimmed(units, scale, Math.min(decimals, scale));
}
