/** Nonces that were taken and not signed: a crash or an absent signer came between. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Context, View } from './context.ts';
import { lockLane } from './lane.ts';
import { cancelByReplacement } from './operate.ts';
import { maySign } from './replace.ts';
import { signSlot } from './sign.ts';
import type { Slot } from './slot.ts';
import { listSlots, orderOf } from './slot.ts';
import type { NotSent } from './terms.ts';
import { termsOf } from './terms.ts';

/**
 * Signs them, lowest first. Answers the lanes where one is left over: nothing behind it could be mined, so they take no
 * new nonces. Throws ChainUnavailable or SignerUnavailable.
 */
export async function signLeftovers(context: Context, view: View): Promise<ReadonlySet<Account>> {
  const { db, code } = context;
  const waiting = new Set<Account>();
  for (const slot of await listSlots(db, code, sql`s.state = 'reserved'`)) {
    if (waiting.has(slot.account)) continue;
    const isSigned = maySign(slot, view) && (await sign(context, view, slot));
    if (!isSigned) waiting.add(slot.account);
  }
  return waiting;
}

async function sign(context: Context, view: View, slot: Slot): Promise<boolean> {
  const { payment } = orderOf(slot.work);
  // A cancel pays nothing to ourselves, whatever it cancels.
  const measured = slot.isCancelled ? ({ coin: 'native', to: slot.account, amount: 0n } as const) : payment;
  const terms = await termsOf(context.chain, slot.account, measured);
  if (typeof terms !== 'string') return await signSlot(context, view, { slot, fee: terms.fee });
  await giveUp(context, view, slot, terms);
  return false;
}

/**
 * A payout whose recipient became too dear, or refuses, after it got its nonce keeps that from all behind it, so it is cancelled: the next pass
 * signs it as that. Not while the lane is paused: then persons find out what was signed.
 */
async function giveUp({ db, code, log }: Context, { now }: View, slot: Slot, why: NotSent): Promise<void> {
  const { work } = slot;
  if (work.purpose !== 'payout') return;
  const { id: payoutId } = work.payout;
  await db.transaction().execute(async (inside) => {
    if ((await lockLane(inside, slot)) === undefined) return;
    if ((await cancelByReplacement(inside, { payoutId, now })) !== 'done') return;
    log.warn({ chain: code, payoutId, why }, 'a payout with a nonce would pay nobody: it is cancelled');
  });
}
