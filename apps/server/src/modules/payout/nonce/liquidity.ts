/** What a sending account can still pay: its balance on the chain, minus what its open nonces promise already. */
import type { ChainAccount, Coin, FeeTerms } from '@marigold/chain/port';
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { plus } from '@marigold/money/brand';

import type { Database } from '../../../platform/database/database.ts';
import type { ChainAsset } from '../../chain/registry.ts';
import { listChainAssets, toLedger } from '../../chain/registry.ts';
import type { Context, View } from '../context.ts';
import type { SenderKey } from '../sender/store.ts';
import type { Sweep } from '../sweep/store.ts';
import { instructionOf } from './nonce.ts';
import { listNotMinedAt } from './store.ts';

/** What a transaction may cost at most. */
export function nativeCostOf({ gas, feeMax }: FeeTerms): ChainUnits {
  return (gas * feeMax) as ChainUnits;
}

/** Balances at the head of this pass, each asked once. */
export type HeldCoins = (coin: Coin) => Promise<ChainUnits>;

export function holdingsOf({ chain }: Context, { head }: View, account: ChainAccount): HeldCoins {
  const known = new Map<Coin, Promise<ChainUnits>>();
  return (coin) => {
    const balance = known.get(coin) ?? chain.balance(account, coin, head);
    known.set(coin, balance);
    return balance;
  };
}

/**
 * What a deposit address can pay gas with, in base units of the native coin: what is there for good, and what we sent ahead
 * ourselves, which comes again after any reorganisation. A person's coins that are not final may leave again, and a sweep
 * signed on them would wait for ever.
 */
export async function gasHeldAt(
  { chain }: Pick<Context, 'chain'>,
  { head, finalized }: View,
  { account, gasNotFinal }: Sweep,
): Promise<ChainUnits> {
  const forGood = plus(await chain.balance(account, 'native', finalized), gasNotFinal);
  const now = await chain.balance(account, 'native', head);
  return forGood < now ? forGood : now;
}

export type Promised = {
  /** Of each coin, gas included in the native one. */
  readonly of: ReadonlyMap<Coin, ChainUnits>;
  /** Nonces that are in no block. */
  readonly waiting: number;
};

/**
 * What nonces of a sender take that the balance at this head has not lost yet. `unsignedCost` is counted for one that has
 * no terms so far. Exact under the lock of the sender.
 */
export async function sumPromised(
  db: Database,
  view: View,
  sender: SenderKey,
  unsignedCost: ChainUnits,
): Promise<Promised> {
  const nonces = await listNotMinedAt(db, sender, view.head.height);
  const of = new Map<Coin, ChainUnits>();
  const add = (coin: Coin, amount: ChainUnits) => of.set(coin, plus(of.get(coin) ?? noChainUnits, amount));
  for (const { work, attempts } of nonces) {
    // A cancel may still lose against the payment it replaces: that one counts until something is mined.
    const { payment } = instructionOf(work);
    add(payment.coin, payment.amount);
    add('native', attempts[0] === undefined ? unsignedCost : nativeCostOf(attempts[0].fee));
  }
  return { of, waiting: nonces.length };
}

/** Ledger units that should come to the hot account, or that may go from there to where they are safer. */
export type HotStanding = { readonly isLow: boolean; readonly refill: bigint; readonly surplus: bigint };

/**
 * Where the hot account stands with so many ledger units of a currency: below its least it is filled up to its target, and
 * what it holds beyond one and a half times of that need not lie there.
 */
export function standingOf(
  { hotMin, hotTarget }: Pick<ChainAsset, 'hotMin' | 'hotTarget'>,
  units: bigint,
): HotStanding {
  const target = hotTarget > hotMin ? hotTarget : hotMin;
  const isLow = units < hotMin;
  const isMuch = target > 0n && units * 2n > target * 3n;
  return { isLow, refill: isLow ? target - units : 0n, surplus: isMuch ? units - target : 0n };
}

/** Tells the operators once when the hot account holds less than it should, and once when that is over. */
export async function watchHotAccount(
  { db, chain, code, log }: Context,
  { head }: View,
  hot: ChainAccount,
  low: Set<string>,
): Promise<void> {
  for (const asset of await listChainAssets(db, code)) {
    if (asset.hotMin === 0n) continue;
    const { units } = toLedger(asset, await chain.balance(hot, asset.coin, head));
    const { isLow, refill } = standingOf(asset, units);
    if (isLow === low.has(asset.asset)) continue;
    const facts = { chain: code, asset: asset.asset, units: String(units), least: String(asset.hotMin) };
    if (isLow) {
      low.add(asset.asset);
      log.warn({ ...facts, refill: String(refill) }, 'the hot account should be refilled');
    } else {
      low.delete(asset.asset);
      log.info(facts, 'the hot account holds enough again');
    }
  }
}
