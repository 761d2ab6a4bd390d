/** Finds deposit addresses that are worth emptying, and writes down what is to be moved before anything is signed. */
import type { ChainAccount } from '@marigold/chain/port';
import type { ChainUnits } from '@marigold/chain/units';
import { minus } from '@marigold/money/brand';

import type { Context, View } from '../context.ts';
import { nativeCostOf } from '../nonce/liquidity.ts';
import type { Candidate, SweepCursor } from './store.ts';
import { insertSweep, listCandidates } from './store.ts';

/** Each costs a few questions to the node; the next pass looks at those behind them. */
const lookedAtOnce = 20;
/** Of a native sweep so many times its present cost stays behind, so that a replacement can be paid too. */
const gasReserve = 2n;

/** Before the first. */
export const sweepStart: SweepCursor = { addressId: 0n, position: 0 };

/**
 * Looks at the next few addresses behind a place and answers where to go on, so that those which cannot be moved now keep
 * nobody waiting for long. Throws ChainUnavailable.
 */
export async function planSweeps(
  context: Context,
  view: View,
  hot: ChainAccount,
  behind: SweepCursor,
): Promise<SweepCursor> {
  const { db, code, crash } = context;
  const { haltedAssets, finalized, now } = view;
  const finalizedHeight = finalized.height;
  const query = { finalizedHeight, haltedAssets, behind, count: lookedAtOnce };
  const candidates = await listCandidates(db, code, query);
  const planned = new Set<bigint>();
  for (const one of candidates) {
    if (planned.has(one.addressId)) continue;
    const amount = await movable(context, view, one, hot);
    if (amount < one.least) continue;
    const { asset, addressId } = one;
    await insertSweep(db, { chain: code, asset, addressId, hot, amount, now });
    planned.add(one.addressId);
    await crash('payout.after-plan-commit');
  }
  const last = candidates.at(-1);
  return last === undefined || candidates.length < lookedAtOnce ? sweepStart : last;
}

/** What the chain holds there for good, without what is not credited and without the gas of its own way. */
async function movable(
  { chain }: Context,
  { head, finalized }: View,
  { account, coin, uncredited }: Candidate,
  hot: ChainAccount,
): Promise<ChainUnits> {
  const forGood = await chain.balance(account, coin, finalized);
  const now = await chain.balance(account, coin, head);
  const amount = minus(forGood < now ? forGood : now, uncredited);
  if (coin !== 'native' || amount <= 0n) return amount;
  const cost = nativeCostOf(await chain.feeFor(account, { coin, to: hot, amount }));
  return minus(amount, (cost * gasReserve) as ChainUnits);
}
