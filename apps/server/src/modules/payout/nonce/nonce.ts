/** What a nonce is for, and giving one away. */
import type { ChainPayment } from '@marigold/chain/port';
import type { SigningApproval } from '@marigold/chain/signer-port';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../../platform/database/database.ts';
import { moveSenderBehind } from '../sender/store.ts';
import { findPayout, paymentOf } from '../store.ts';
import type { Attempt, NewNonce, Nonce, Work } from './store.ts';
import { findNonceOfPayout, insertNonce } from './store.ts';

/** Whether it can be sent again. */
export function hasBytes({ raw }: Attempt): boolean {
  return raw !== '0x';
}

/** Gives a nonce of a locked sender to one payment, for ever: the next one, or one that turned out to be used. */
export async function takeNonce(db: Database, nonce: NewNonce): Promise<void> {
  await moveSenderBehind(db, nonce, nonce.number);
  await insertNonce(db, nonce);
}

/** The open nonce of a payout; undefined while it has no nonce, and once that is final. */
export async function findNonce(db: Database, payoutId: string): Promise<Nonce | undefined> {
  const payout = await findPayout(db, payoutId);
  return payout && (await findNonceOfPayout(db, payout));
}

/** What a nonce pays, to whom, and why the signer may sign it. */
export function instructionOf(work: Work): {
  readonly payment: ChainPayment;
  readonly approval: SigningApproval;
} {
  if (work.purpose === 'payout') {
    const approval = { kind: 'payout', payoutId: work.payout.id } as const;
    return { payment: paymentOf(work.payout), approval };
  }
  const { account, index, hot, amount, coin, gasAmount } = work.sweep;
  if (work.purpose === 'sweep') {
    return { payment: { coin, to: hot, amount }, approval: { kind: 'sweep', index } };
  }
  assert(gasAmount !== null, `the top-up of sweep ${work.sweep.id} has an amount`);
  return { payment: { coin: 'native', to: account, amount: gasAmount }, approval: { kind: 'topup', index } };
}

/** The asset that stops when something is wrong with this work; gas alone belongs to the native coin. */
export function assetOf(work: Work): string {
  return work.purpose === 'payout' ? work.payout.asset : work.sweep.asset;
}
