/** Nonces that were taken and not signed: a crash or an absent signer came between. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Context, View } from './context.ts';
import { maySign } from './replace.ts';
import { signSlot } from './sign.ts';
import { listSlots, orderOf } from './slot.ts';

/**
 * Signs them, lowest first. Answers the lanes where one is left over: nothing behind it could be mined, so they take no
 * new nonces. Throws ChainUnavailable or SignerUnavailable.
 */
export async function signLeftovers(context: Context, view: View): Promise<ReadonlySet<Account>> {
  const { db, chain, code } = context;
  const waiting = new Set<Account>();
  for (const slot of await listSlots(db, code, sql`s.state = 'reserved'`)) {
    if (waiting.has(slot.account)) continue;
    const { payment } = orderOf(slot.work);
    // A cancel pays nothing to ourselves, whatever it cancels.
    const measured = slot.isCancelled ? ({ coin: 'native', to: slot.account, amount: 0n } as const) : payment;
    const isSigned =
      maySign(slot, view) &&
      (await signSlot(context, view, { slot, fee: await chain.feeFor(slot.account, measured) }));
    if (!isSigned) waiting.add(slot.account);
  }
  return waiting;
}
