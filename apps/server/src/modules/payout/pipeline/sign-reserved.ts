/** Nonces that were taken and not signed: a crash or an absent signer came between. */
import type { ChainAccount } from '@marigold/chain/port';
import { noChainUnits } from '@marigold/chain/units';

import type { Context, View } from '../context.ts';
import { instructionOf } from '../nonce/nonce.ts';
import type { Nonce } from '../nonce/store.ts';
import { listReserved } from '../nonce/store.ts';
import { cancelByReplacement } from '../operate/operate.ts';
import { lockSender } from '../sender/sender.ts';
import { maySign } from './replace.ts';
import { signNonce } from './sign.ts';
import type { NotSent } from './terms.ts';
import { payoutTermsOf } from './terms.ts';

/**
 * Signs them, lowest first. Answers the senders where one is left over: nothing behind it could be mined, so they take no
 * new nonces. Throws ChainUnavailable or SignerUnavailable.
 */
export async function signReserved(context: Context, view: View): Promise<ReadonlySet<ChainAccount>> {
  const { db, code } = context;
  const waiting = new Set<ChainAccount>();
  for (const nonce of await listReserved(db, code)) {
    if (waiting.has(nonce.account)) continue;
    const isSigned = maySign(nonce, view) && (await sign(context, view, nonce));
    if (!isSigned) waiting.add(nonce.account);
  }
  return waiting;
}

async function sign(context: Context, view: View, nonce: Nonce): Promise<boolean> {
  const { payment } = instructionOf(nonce.work);
  // A cancel pays nothing to ourselves, whatever it cancels.
  const measured = nonce.isCancelled
    ? ({ coin: 'native', to: nonce.account, amount: noChainUnits } as const)
    : payment;
  const terms = await payoutTermsOf(context.chain, nonce.account, measured);
  if (typeof terms !== 'string') return await signNonce(context, view, { nonce, fee: terms.fee });
  await giveUp(context, view, nonce, terms);
  return false;
}

/**
 * A payout whose recipient became too dear, or refuses, after it got its nonce keeps that from all behind it, so it is cancelled: the next pass
 * signs it as that. Not while the sender is paused: then persons find out what was signed.
 */
async function giveUp({ db, code, log }: Context, { now }: View, nonce: Nonce, why: NotSent): Promise<void> {
  const { work } = nonce;
  if (work.purpose !== 'payout') return;
  const { id: payoutId } = work.payout;
  await db.transaction().execute(async (inside) => {
    if ((await lockSender(inside, nonce)) === undefined) return;
    if ((await cancelByReplacement(inside, { payoutId, now })) !== 'done') return;
    log.warn({ chain: code, payoutId, why }, 'a payout with a nonce would pay nobody: it is cancelled');
  });
}
