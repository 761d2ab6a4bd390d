/** The fee of an on-chain transfer: fixed by its row, or what the network costs now and a fifth more (domain.md B.1). */
import { isTooDear } from '@marigold/chain/gas';
import type { ChainAccount, Chain } from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';
import { mulDivCeil } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { askChain } from '../chain/ask.ts';
import { costInCeil } from '../chain/cost.ts';
import { listChainAssets, toChain } from '../chain/registry.ts';
import { findHotAccount } from '../payout/views.ts';
import type { Listing } from './listing.ts';
import { chainStep } from './listing.ts';

/** A fifth more than the cost of the moment. */
const margin = { over: 6n, under: 5n } as const;

export type Paid = {
  /** Undefined: no recipient yet; then it is priced as a payment back to ourselves. */
  readonly to?: ChainAccount | undefined;
  readonly units: bigint;
  readonly now: number;
};

/**
 * In ledger units of the asset; undefined while the chain cannot be asked or the cost has no fresh rate. `too-dear`: the
 * recipient is a program that asks for more gas than is paid for anybody.
 */
export async function feeNow(
  db: Database,
  chain: Chain | undefined,
  listing: Listing,
  paid: Paid,
): Promise<bigint | 'too-dear' | undefined> {
  const { listed } = listing;
  if (listed.feeMode === 'fixed') return listed.feeUnits;
  const hot = await findHotAccount(db, listing.chain.family);
  if (chain === undefined || hot === undefined) return undefined;
  const step = chainStep(listed);
  const amount = toChain(listed, paid.units - (paid.units % step));
  assert(amount !== undefined, 'whole steps can be moved');
  const payment = { coin: listed.coin, to: paid.to ?? hot, amount };
  const terms = await askChain(async () => await chain.feeFor(hot, payment));
  if (terms === undefined) return undefined;
  if (isTooDear(payment, terms)) return 'too-dear';
  const cost = toChainUnits(mulDivCeil(terms.gas * terms.feeMax, margin.over, margin.under));
  const native = (await listChainAssets(db, listed.chain)).find(({ coin }) => coin === 'native');
  if (native === undefined) return undefined;
  const units = await costInCeil(db, listed, { native, cost, now: paid.now });
  if (units === undefined) return undefined;
  const least = units > listed.feeUnits ? units : listed.feeUnits;
  return mulDivCeil(least, 1n, step) * step;
}

/** Quick, since somebody waits for more than this answer. */
const rehearsalMs = 2_000;

/**
 * Whether a payment of so much would fail because of whoever is paid; undefined while the chain cannot be asked. What fails
 * for want of money of ours, or for everybody, is not the recipient's refusal.
 */
export async function refusesNow(
  db: Database,
  chain: Chain,
  listing: Listing,
  { to, units }: { readonly to: ChainAccount; readonly units: bigint },
): Promise<boolean | undefined> {
  const { listed } = listing;
  const hot = await findHotAccount(db, listing.chain.family);
  if (hot === undefined) return false;
  const amount = toChain(listed, units);
  assert(amount !== undefined, 'the chain can move what is paid');
  const payment = { coin: listed.coin, to, amount };
  return await askChain(async () => {
    // Plain accounts take every coin of the chain.
    if (payment.coin === 'native' && !(await chain.hasCode(to))) return false;
    const { gas } = await chain.feeFor(hot, payment);
    return (await chain.rehearse(hot, payment, gas)) === 'refused';
  }, rehearsalMs);
}
