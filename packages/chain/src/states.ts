/**
 * The state tables of what happens on chains (domain.md B.4 and B.5): one table drives services, screens, simulations
 * and documentation.
 */
import type { StateOf } from '@marigold/money/states';
import { defineStates, mayFollow } from '@marigold/money/states';

/**
 * A deposit. `confirming`: seen, fewer than the needed confirmations. `can-trade`: credited, a lock stands until
 * finality. `success`: credited and free. `dust`: too little, waits for more. `orphaned`: its block left the chain.
 * `unsupported`: a coin we do not list. `held`: a rule of risk stopped it before it was credited. `house`: came to an
 * account of our own.
 */
export const depositStates = defineStates({
  thing: 'a deposit',
  firsts: ['confirming', 'unsupported'],
  finals: ['recovered', 'closed'],
  next: {
    confirming: ['can-trade', 'success', 'dust', 'orphaned', 'unsupported', 'held', 'house'],
    dust: ['can-trade', 'success', 'orphaned'],
    'can-trade': ['success', 'orphaned'],
    success: ['orphaned'],
    orphaned: ['confirming', 'unsupported', 'closed'],
    unsupported: ['recovered', 'closed', 'orphaned'],
    held: ['can-trade', 'success', 'dust', 'closed', 'orphaned'],
    house: ['orphaned'],
    recovered: [],
    closed: [],
  },
});
export type ChainDepositState = StateOf<typeof depositStates>;

/**
 * An on-chain transfer. `waiting`: the money is held, nothing is signed. `review`: a person decides. `no-liquidity`: the
 * hot wallet has too little. `rejected`: a person refused it, or its recipient does. `sending`: signed bytes are stored and sent until they are mined. `stuck`: not mined for a
 * long time. `confirming`: in a block. `completed`: twelve deep; it may still return to sending. `settled`: final, the
 * hold is paid out. `cancelled`, `rejected` and `failed` give the amount back, less the gas where it was mined and
 * failed.
 */
export const payoutStates = defineStates({
  thing: 'a payout',
  firsts: ['waiting'],
  finals: ['settled', 'cancelled', 'rejected', 'failed'],
  next: {
    waiting: ['review', 'no-liquidity', 'sending', 'rejected', 'cancelled'],
    review: ['waiting', 'rejected', 'cancelled'],
    'no-liquidity': ['waiting', 'rejected', 'cancelled'],
    sending: ['stuck', 'confirming', 'failed'],
    stuck: ['sending', 'confirming', 'failed'],
    confirming: ['completed', 'sending', 'failed'],
    completed: ['settled', 'sending', 'failed'],
    settled: [],
    cancelled: [],
    rejected: [],
    failed: [],
  },
});
export type PayoutState = StateOf<typeof payoutStates>;

/**
 * Why a payout is in review whose database was restored from a backup: whether it was paid since is nowhere in the books,
 * so persons of the house decide about it, and nobody else.
 */
export const restoredReason = 'restored';

/** Whether its person may take a payout back, as far as its own row says; a nonce makes it too late in every state. */
export function mayTakeBack({
  state,
  reason,
}: {
  readonly state: PayoutState;
  readonly reason: string | null;
}): boolean {
  return reason !== restoredReason && mayFollow(payoutStates, state, 'cancelled');
}

/** The block that holds the transaction counts one. Zero: in no block of this chain. */
export function confirmationsOf(height: number | null, headHeight: number): number {
  return height === null || height > headHeight ? 0 : headHeight - height + 1;
}
