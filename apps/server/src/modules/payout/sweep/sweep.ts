/**
 * Empties deposit addresses into the hot account: what is credited and final, once it is worth the gas. Tokens need gas
 * at their address first; the gas account sends it ahead.
 */
import { isTooDear } from '@marigold/chain/gas';
import type { ChainAccount, FeeTerms, ChainPayment } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';
import type { ChainUnits } from '@marigold/chain/units';
import { minus } from '@marigold/money/brand';

import { isStopped } from '../../chain/views.ts';
import type { Context, View } from '../context.ts';
import { nativeCostOf, gasHeldAt, holdingsOf, sumPromised } from '../nonce/liquidity.ts';
import { takeNonce } from '../nonce/nonce.ts';
import { findNonceOfSweep } from '../nonce/store.ts';
import { signNonce } from '../pipeline/sign.ts';
import { isSenderOpen, lockSender } from '../sender/sender.ts';
import type { Sweep } from './store.ts';
import { listNotStarted, updateFuelled, updateFuelling, updateSweeping } from './store.ts';

/** Of each step so many in one pass; the others wait for the next. */
const sweepsAtOnce = 20;
/** Gas is sent ahead for twice of what it costs now: fees rise before the sweep is signed. */
const gasHeadroom = 2n;

/** Before the first: sweeps are taken in the order of their ids. */
export const firstSweep = '00000000-0000-0000-0000-000000000000';

/** What a step of sweeping works with beside the pass itself. */
export type Sweeping = {
  readonly accounts: SignerAccounts;
  /** Accounts that take no new nonces. */
  readonly blocked: ReadonlySet<ChainAccount>;
  /** The sweep that was taken last. */
  readonly behind: string;
};

/**
 * Brings the next few planned sweeps behind one a step further, and answers which was the last, so that those which cannot
 * move now keep nobody waiting for long. Throws ChainUnavailable or SignerUnavailable.
 */
export async function advanceSweeps(
  context: Context,
  view: View,
  { accounts, blocked, behind }: Sweeping,
): Promise<string> {
  const { haltedAssets } = view;
  const open = await listNotStarted(context.db, context.code, { haltedAssets, behind, count: sweepsAtOnce });
  for (const sweep of open) {
    if (blocked.has(sweep.account) || !(await isSenderOpen(context, sweep.account))) continue;
    if (sweep.state === 'fuelling' && !(await updateFuelled(context.db, sweep.id))) continue;
    const fee = await affordable(context, view, sweep);
    if (fee !== undefined) await startSweep(context, view, sweep, fee);
    else if (sweep.state === 'planned' && !blocked.has(accounts.gas)) {
      await topUp(context, view, sweep, accounts.gas);
    }
  }
  const last = open.at(-1);
  return last === undefined || open.length < sweepsAtOnce ? firstSweep : last.id;
}

function paymentOf({ coin, hot, amount }: Sweep): ChainPayment {
  return { coin, to: hot, amount };
}

/**
 * Terms that the deposit address can pay by itself: those of the market, or less where its gas is short and the market
 * would still take them. Undefined: it cannot now.
 */
async function affordable(context: Context, view: View, sweep: Sweep): Promise<FeeTerms | undefined> {
  const { chain } = context;
  const fee = await chain.feeFor(sweep.account, paymentOf(sweep));
  if (isTooDear(paymentOf(sweep), fee)) return undefined;
  const held = await gasHeldAt(context, view, sweep);
  const free = sweep.coin === 'native' ? held - sweep.amount : held;
  if (free >= nativeCostOf(fee)) return fee;
  const feeMax = free > 0n ? free / fee.gas : 0n;
  const less = { gas: fee.gas, feeMax, tip: fee.tip < feeMax ? fee.tip : feeMax };
  if (sweep.coin !== 'native' && sweep.gasAmount === null) return undefined;
  return feeMax === 0n || (await chain.isUnderpriced(less)) ? undefined : less;
}

async function startSweep(context: Context, view: View, sweep: Sweep, fee: FeeTerms): Promise<void> {
  const { db, code, crash } = context;
  const sender = { chain: code, account: sweep.account };
  const isTaken = await db.transaction().execute(async (inside) => {
    const locked = await lockSender(inside, sender);
    if (locked === undefined || (await isStopped(inside, { chain: code, asset: sweep.asset }))) return false;
    if (!(await updateSweeping(inside, sweep.id))) return false;
    await takeNonce(inside, {
      ...sender,
      number: locked.next,
      purpose: 'sweep',
      workId: sweep.id,
      now: view.now,
    });
    await crash('payout.before-reserve-commit');
    return true;
  });
  if (!isTaken) return;
  await crash('payout.after-reserve-commit');
  await signNew(context, view, sweep, 'sweep', fee);
}

async function topUp(context: Context, view: View, sweep: Sweep, gas: ChainAccount): Promise<void> {
  const { db, code, chain, crash, log } = context;
  if (!(await isSenderOpen(context, gas))) return;
  const priced = await chain.feeFor(sweep.account, paymentOf(sweep));
  if (isTooDear(paymentOf(sweep), priced)) return;
  const wanted = (nativeCostOf(priced) * gasHeadroom) as ChainUnits;
  const amount = minus(wanted, await gasHeldAt(context, view, sweep));
  if (amount <= 0n) return;
  const fee = await chain.feeFor(gas, { coin: 'native', to: sweep.account, amount });
  const sender = { chain: code, account: gas };
  const held = await holdingsOf(context, view, gas)('native');
  const isTaken = await db.transaction().execute(async (inside) => {
    const locked = await lockSender(inside, sender);
    if (locked === undefined || (await isStopped(inside, { chain: code, asset: sweep.asset }))) return false;
    const promised = await sumPromised(inside, view, sender, nativeCostOf(fee));
    if (held - (promised.of.get('native') ?? 0n) < amount + nativeCostOf(fee)) {
      log.warn({ chain: code, account: gas }, 'the gas account has too little to send ahead');
      return false;
    }
    if (!(await updateFuelling(inside, sweep.id, amount))) return false;
    await takeNonce(inside, {
      ...sender,
      number: locked.next,
      purpose: 'topup',
      workId: sweep.id,
      now: view.now,
    });
    await crash('payout.before-reserve-commit');
    return true;
  });
  if (!isTaken) return;
  await crash('payout.after-reserve-commit');
  await signNew(context, view, sweep, 'topup', fee);
}

async function signNew(
  context: Context,
  view: View,
  { id }: Sweep,
  purpose: 'topup' | 'sweep',
  fee: FeeTerms,
): Promise<void> {
  const nonce = await findNonceOfSweep(context.db, context.code, { sweepId: id, purpose });
  if (nonce !== undefined) await signNonce(context, view, { nonce, fee });
}
