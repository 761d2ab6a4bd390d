/** Takes nonces for payouts that wait, first come first served within an asset, as far as the hot account can pay. */
import type { ChainAccount, FeeTerms } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { minus } from '@marigold/money/brand';

import type { Database } from '../../../platform/database/database.ts';
import { isStopped } from '../../chain/views.ts';
import type { PayoutReason } from '../change.ts';
import { changePayout, giveBack } from '../change.ts';
import type { Context, View } from '../context.ts';
import type { HeldCoins } from '../nonce/liquidity.ts';
import { nativeCostOf, holdingsOf, sumPromised } from '../nonce/liquidity.ts';
import { takeNonce } from '../nonce/nonce.ts';
import { findNonceOfPayout, hasNonce } from '../nonce/store.ts';
import { isSenderOpen, lockSender } from '../sender/sender.ts';
import type { Payout } from '../store.ts';
import { findOldestWaiting, lockPayout, paymentOf, updateReason } from '../store.ts';
import { signNonce } from './sign.ts';
import type { NotSent, PayoutTerms } from './terms.ts';
import { payoutTermsOf } from './terms.ts';

/** Nodes keep few transactions of one account; more wait here, in their order. */
const waitingMax = 16;
/** Payouts that one pass looks at: many may be refused or wait for a person before one is taken. */
const payoutsPerPass = 1000;

/** Throws ChainUnavailable or SignerUnavailable. */
export async function reservePayouts(context: Context, view: View, hot: ChainAccount): Promise<void> {
  const blocked = new Set(view.haltedAssets);
  const { db, code } = context;
  const first = await findOldestWaiting(db, code, blocked);
  if (first === undefined || !(await isSenderOpen(context, hot))) return;
  const holdings = holdingsOf(context, view, hot);
  let next: Payout | undefined = first;
  for (
    let looked = 0;
    next !== undefined && looked < payoutsPerPass;
    looked += 1, next = await findOldestWaiting(db, code, blocked)
  ) {
    const terms = await payoutTermsOf(context.chain, hot, paymentOf(next));
    if (typeof terms === 'string') {
      if (!(await passOver(context, view, { payout: next, hot, why: terms }))) return;
      continue;
    }
    const { fee } = terms;
    const outcome = await reserve(context, view, { payout: next, hot, ...terms, holdings });
    if (outcome === 'closed') return;
    if (outcome === 'low' || outcome === 'blocked') blocked.add(next.asset);
    if (outcome === 'reserved' && !(await signTaken(context, view, { hot, payout: next, fee }))) return;
  }
}

type Reserving = PayoutTerms & {
  readonly payout: Payout;
  readonly hot: ChainAccount;
  readonly holdings: HeldCoins;
};

/**
 * `reserved`: it has its nonce. `low`: the hot account has too little. `blocked`: it has enough, and its coin pays nobody
 * from there just now. `gone`: it was cancelled meanwhile, or another worker has it. `closed`: the sender takes nothing more
 * now.
 */
async function reserve(
  { db, code, crash, log }: Context,
  view: View,
  { payout: wanted, hot, fee, isBlocked, holdings }: Reserving,
): Promise<'reserved' | 'low' | 'blocked' | 'gone' | 'closed'> {
  const sender = { chain: code, account: hot };
  const held = { coin: await holdings(wanted.coin), native: await holdings('native') };
  const outcome = await db.transaction().execute(async (inside) => {
    const locked = await lockSender(inside, sender);
    // Somebody may have stopped it since this pass began.
    if (locked === undefined || (await isStopped(inside, wanted))) return 'closed';
    const payout = await lockPayout(inside, wanted.id);
    if (payout === undefined || !isOpen(payout) || (await hasNonce(inside, payout.id))) return 'gone';
    const promised = await sumPromised(inside, view, sender, nativeCostOf(fee));
    if (promised.waiting >= waitingMax) return 'closed';
    const free = {
      coin: minus(held.coin, promised.of.get(payout.coin) ?? noChainUnits),
      native: minus(held.native, promised.of.get('native') ?? noChainUnits),
    };
    const reason = shortOf(payout, free, fee);
    if (reason !== undefined) {
      if (payout.state === 'no-liquidity' && payout.reason === reason) return 'low';
      log.warn(
        { chain: code, asset: payout.asset, payoutId: payout.id, reason },
        'the hot account has too little',
      );
      await keepWaiting(inside, payout, reason, view.now);
      return 'low';
    }
    if (isBlocked) {
      log.warn({ chain: code, asset: payout.asset, payoutId: payout.id }, 'a coin pays nobody just now');
      return 'blocked';
    }
    if (payout.state === 'no-liquidity')
      await changePayout(inside, payout, { states: ['waiting'], now: view.now });
    await takeNonce(inside, {
      ...sender,
      number: locked.next,
      purpose: 'payout',
      workId: payout.id,
      now: view.now,
    });
    await crash('payout.before-reserve-commit');
    return 'reserved';
  });
  if (outcome === 'reserved') await crash('payout.after-reserve-commit');
  return outcome;
}

type NotPaid = { readonly payout: Payout; readonly hot: ChainAccount; readonly why: NotSent };

/**
 * A payout that costs more gas than is paid for anybody waits for a person; one whose recipient refuses comes back whole,
 * since nothing was signed for it. Either way those behind it go on. False: the sender takes nothing more now.
 */
async function passOver(
  { db, code, log }: Context,
  { now }: View,
  { payout: { id, asset }, hot, why }: NotPaid,
): Promise<boolean> {
  return await db.transaction().execute(async (inside) => {
    if ((await lockSender(inside, { chain: code, account: hot })) === undefined) return false;
    const payout = await lockPayout(inside, id);
    if (payout === undefined || !isOpen(payout) || (await hasNonce(inside, id))) return true;
    // Somebody may have stopped it since this pass began; a stop of all money holds what comes back too.
    if (await isStopped(inside, payout)) return false;
    log.warn({ chain: code, asset, payoutId: id, why }, 'a payout is not sent');
    if (why === 'recipient_refuses') {
      await giveBack(inside, payout, { state: 'rejected', reason: why, now });
      return true;
    }
    const states = payout.state === 'waiting' ? (['review'] as const) : (['waiting', 'review'] as const);
    await changePayout(inside, payout, { states, reason: why, now });
    return true;
  });
}

function isOpen({ state }: Payout): boolean {
  return state === 'waiting' || state === 'no-liquidity';
}

function shortOf(
  payout: Payout,
  free: { readonly coin: ChainUnits; readonly native: ChainUnits },
  fee: FeeTerms,
): 'hot_wallet_low' | 'gas_low' | undefined {
  const { coin, amount } = paymentOf(payout);
  if (free.coin < amount) return 'hot_wallet_low';
  const needed = nativeCostOf(fee) + (coin === 'native' ? amount : 0n);
  if (free.native >= needed) return undefined;
  return coin === 'native' ? 'hot_wallet_low' : 'gas_low';
}

async function keepWaiting(db: Database, payout: Payout, reason: PayoutReason, now: number): Promise<void> {
  if (payout.state !== 'no-liquidity') {
    await changePayout(db, payout, { states: ['no-liquidity'], reason, now });
    return;
  }
  await updateReason(db, payout.id, reason);
}

async function signTaken(
  context: Context,
  view: View,
  { payout, fee }: { readonly hot: ChainAccount; readonly payout: Payout; readonly fee: FeeTerms },
): Promise<boolean> {
  const nonce = await findNonceOfPayout(context.db, payout);
  return nonce !== undefined && (await signNonce(context, view, { nonce, fee }));
}
