/** Replacements: a higher fee for the lowest nonce that waits in vain, a cancel where a person asked for one. */
import type { FeeTerms } from '@marigold/chain/port';

import type { Context, View } from '../context.ts';
import { nativeCostOf, gasHeldAt } from '../nonce/liquidity.ts';
import { assetOf, hasBytes, instructionOf } from '../nonce/nonce.ts';
import type { Attempt, Nonce } from '../nonce/store.ts';
import { listUnmined } from '../nonce/store.ts';
import { listPausedSenders } from '../sender/store.ts';
import { stuckAfterMs } from './outcome.ts';
import { signNonce } from './sign.ts';

/** Throws ChainUnavailable or SignerUnavailable. */
export async function replaceNonces(context: Context, view: View): Promise<void> {
  const { db, code } = context;
  const paused = await listPausedSenders(db, code);
  let sender: string | undefined;
  for (const nonce of await listUnmined(db, code)) {
    const isLowest = nonce.account !== sender;
    sender = nonce.account;
    const newest = nonce.attempts[0];
    if (newest === undefined || !maySign(nonce, view) || paused.has(nonce.account)) continue;
    // What persons recognised is in a block for good: there is nothing to replace.
    if (!hasBytes(newest)) continue;
    const isWanted =
      (nonce.isCancelled && newest.kind === 'pay') ||
      (isLowest && (await waitsInVain(context, view, nonce, newest)));
    if (!isWanted) continue;
    const fee = await context.chain.feeToReplace(newest.fee);
    if (await canAfford(context, view, nonce, fee)) await signNonce(context, view, { nonce, fee });
  }
}

/** Of an asset that stopped only cancels are signed: they move nothing. */
export function maySign({ isCancelled, work }: Nonce, { haltedAssets }: View): boolean {
  return isCancelled || !haltedAssets.has(assetOf(work));
}

/** Those behind the lowest nonce wait for it, whatever they pay. */
async function waitsInVain(
  { chain }: Context,
  { now }: View,
  { work }: Nonce,
  newest: Attempt,
): Promise<boolean> {
  if (work.purpose === 'payout' ? work.payout.state === 'stuck' : now - newest.createdAt >= stuckAfterMs)
    return true;
  return await chain.isUnderpriced(newest.fee);
}

/** Deposit addresses hold little gas; bytes that their account cannot pay for would only hide the ones before. */
async function canAfford(
  context: Context,
  view: View,
  { work, isCancelled }: Nonce,
  fee: FeeTerms,
): Promise<boolean> {
  if (work.purpose !== 'sweep') return true;
  const { payment } = instructionOf(work);
  const moved = payment.coin === 'native' && !isCancelled ? payment.amount : 0n;
  return (await gasHeldAt(context, view, work.sweep)) >= moved + nativeCostOf(fee);
}
