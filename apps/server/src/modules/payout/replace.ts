/** Replacements: a higher fee for the lowest nonce that waits in vain, a cancel where a person asked for one. */
import type { Account, FeeTerms } from '@marigold/chain/port';
import { sql } from 'kysely';

import { accountOf } from '../chain/registry.ts';
import type { Context, View } from './context.ts';
import { signSlot } from './sign.ts';
import type { Attempt, Slot } from './slot.ts';
import { assetOf, hasBytes, listSlots, orderOf } from './slot.ts';
import { stuckAfterMs } from './verdict.ts';

/** Throws ChainUnavailable or SignerUnavailable. */
export async function replaceSlots(context: Context, view: View): Promise<void> {
  const { db, code } = context;
  const paused = await pausedLanes(context);
  let lane: string | undefined;
  for (const slot of await listSlots(db, code, sql`s.mined_line is null`)) {
    const isLowest = slot.account !== lane;
    lane = slot.account;
    const newest = slot.attempts[0];
    if (newest === undefined || !maySign(slot, view) || paused.has(slot.account)) continue;
    // What persons recognised is in a block for good: there is nothing to replace.
    if (!hasBytes(newest)) continue;
    const isWanted =
      (slot.isCancelled && newest.kind === 'pay') ||
      (isLowest && (await waitsInVain(context, view, slot, newest)));
    if (!isWanted) continue;
    const fee = await context.chain.feeToReplace(newest.fee);
    if (await canAfford(context, slot, fee)) await signSlot(context, view, { slot, fee });
  }
}

/** Of an asset that stopped only cancels are signed: they move nothing. */
export function maySign({ isCancelled, work }: Slot, { haltedAssets }: View): boolean {
  return isCancelled || !haltedAssets.has(assetOf(work));
}

/** Those behind the lowest nonce wait for it, whatever they pay. */
async function waitsInVain(
  { chain }: Context,
  { now }: View,
  { work }: Slot,
  newest: Attempt,
): Promise<boolean> {
  if (work.purpose === 'payout' ? work.payout.state === 'stuck' : now - newest.createdAt >= stuckAfterMs)
    return true;
  return await chain.isUnderpriced(newest.fee);
}

/** Deposit addresses hold little gas; bytes that their account cannot pay for would only hide the ones before. */
async function canAfford(
  { chain }: Context,
  { account, work, isCancelled }: Slot,
  fee: FeeTerms,
): Promise<boolean> {
  if (work.purpose !== 'sweep') return true;
  const { payment } = orderOf(work);
  const moved = payment.coin === 'native' && !isCancelled ? payment.amount : 0n;
  return (await chain.balance(account, 'native')) >= moved + fee.gas * fee.feeMax;
}

async function pausedLanes({ db, code }: Context): Promise<ReadonlySet<Account>> {
  const found = await sql<{ account: Buffer }>`
    select account from app.lane where chain = ${code} and paused_at is not null`.execute(db);
  return new Set(found.rows.map(({ account }) => accountOf(account)));
}
