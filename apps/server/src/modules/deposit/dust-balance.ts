/**
 * The exact arithmetic of what came in, pure. A person has a dust balance for each coin on each chain, in the chain's own
 * units: what is below the minimum and what is below one ledger unit waits there. So what was credited and what is in the
 * dust balance together are always exactly what came.
 */
import { type ChainUnits, noChainUnits } from '@marigold/chain/units';
import { assert } from '@marigold/money/assert';
import { type Bare, minus, plus } from '@marigold/money/brand';

import type { ChainAsset } from '../chain/registry.ts';
import { toChain, toLedger } from '../chain/registry.ts';

export type DustTerms = Pick<ChainAsset, 'scale' | 'chainScale' | 'depositMin'>;

export type DustBalance = {
  /** Everything in it; below zero by less than a few ledger units where a part of one left the chain. */
  readonly amount: ChainUnits;
  /** Of it what deposits below the minimum put in, which are not credited yet. */
  readonly dust: ChainUnits;
};

export const emptyDustBalance: DustBalance = { amount: noChainUnits, dust: noChainUnits };

/** What a deposit that is deep enough makes of the dust balance. `units` undefined: it waits there with the others. */
export type Arrival = { readonly units: bigint | undefined; readonly balance: DustBalance };

/** Once the minimum has come together everything is credited, what is too little for a ledger unit stays. */
export function arrive(terms: DustTerms, balance: DustBalance, amount: ChainUnits): Arrival {
  assert(amount > 0n && balance.dust >= 0n, 'something came');
  const together = plus(balance.amount, amount);
  const { units, rest } = toLedger(terms, together > 0n ? together : noChainUnits);
  if (units < terms.depositMin) {
    return { units: undefined, balance: { amount: together, dust: plus(balance.dust, amount) } };
  }
  return { units, balance: { amount: rest, dust: noChainUnits } };
}

/** What waits in the dust balance left the chain: nobody was credited for it. */
export function leaveDust(balance: DustBalance, amount: ChainUnits): DustBalance {
  assert(balance.dust >= amount, 'a deposit that waits is part of the dust');
  return { amount: minus(balance.amount, amount), dust: minus(balance.dust, amount) };
}

/**
 * What was credited left the chain, and all that was credited for it is taken back. What had been too little for a unit
 * made one together with others: then the dust balance is short of it, and what comes next fills it first.
 */
export function takeBack(
  terms: DustTerms,
  balance: DustBalance,
  amount: ChainUnits,
  units: Bare<bigint>,
): DustBalance {
  return { ...balance, amount: plus(minus(balance.amount, amount), chainUnits(terms, units)) };
}

/** What was taken back is on the chain again. */
export function giveAgain(
  terms: DustTerms,
  balance: DustBalance,
  amount: ChainUnits,
  units: Bare<bigint>,
): DustBalance {
  return { ...balance, amount: minus(plus(balance.amount, amount), chainUnits(terms, units)) };
}

/** A person decided that this is credited, however little it is: as far as it makes whole units. */
export function creditWhole(
  terms: DustTerms,
  balance: DustBalance,
  amount: ChainUnits,
): { readonly units: bigint; readonly balance: DustBalance } {
  const free = plus(minus(balance.amount, balance.dust), amount);
  const units = free > 0n ? toLedger(terms, free).units : 0n;
  return { units, balance: giveAgain(terms, balance, amount, units) };
}

/** What a bill of a deposit on its way can promise: undefined where it will wait for more. */
export function foresee(
  terms: DustTerms,
  balance: DustBalance,
  queue: readonly ChainUnits[],
): readonly (bigint | undefined)[] {
  let now = balance;
  return queue.map((amount) => {
    const next = arrive(terms, now, amount);
    now = next.balance;
    return next.units;
  });
}

/** Ledger units of something that came from this chain, as chain units. */
export function chainUnits(terms: DustTerms, units: Bare<bigint>): ChainUnits {
  const amount = toChain(terms, units);
  assert(amount !== undefined, 'what came from a chain can be written in its units');
  return amount;
}
