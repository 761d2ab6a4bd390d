/**
 * Decides, as a pure function, what is credited of all deposits that are deep enough: how much to whom, and how much is
 * locked.
 */
import { assert } from '@marigold/money/assert';

import type { ChainAsset } from '../../chain/registry.ts';
import { toLedger } from '../../chain/registry.ts';
import type { FreshRates } from '../../rate/worth.ts';
import { centsFloor, usdForLimits } from '../../rate/worth.ts';
import type { DustBalance } from '../dust-balance.ts';
import { arrive, chainUnits, emptyDustBalance, giveAgain } from '../dust-balance.ts';
import type { DepositRow, DustOwner } from '../store.ts';
import { isReturning, dustKey } from '../store.ts';

export type CreditPlan = {
  readonly credits: readonly Credit[];
  readonly returns: readonly Return[];
  readonly refills: readonly Refill[];
  /** Too little so far; they wait in the dust balance. */
  readonly dust: readonly DepositRow[];
  readonly held: readonly DepositRow[];
  /** Dust balances as they are afterwards, where they changed. */
  readonly balances: readonly (DustOwner & { readonly balance: DustBalance })[];
};

type Owned = DepositRow & { readonly userId: string };

/** A person is credited. */
export type Credit = {
  readonly deposit: Owned;
  readonly asset: ChainAsset;
  /** Everything that is credited: of this deposit and of what waited. */
  readonly total: bigint;
  /** This deposit's own part: what its parts leave of the total. */
  readonly units: bigint;
  /** Of this deposit, until finality. */
  readonly isLocked: boolean;
  readonly parts: readonly { readonly deposit: DepositRow; readonly units: bigint }[];
};

/** What had been taken after a reorganisation is given back: its block is part of the chain again. */
export type Return = {
  readonly deposit: Owned;
  readonly asset: ChainAsset;
  /** What was taken from available and what was booked as debt, together. */
  readonly units: bigint;
  readonly isLocked: boolean;
};

/** Something came to an account of the house. */
export type Refill = { readonly deposit: DepositRow; readonly asset: ChainAsset; readonly units: bigint };

export type CreditFacts = {
  /** In the order in which they are credited. */
  readonly due: readonly DepositRow[];
  readonly held: ReadonlySet<string>;
  readonly assets: ReadonlyMap<string, ChainAsset>;
  readonly balances: ReadonlyMap<string, DustBalance>;
  /** What waits in the dust balances. */
  readonly waiting: readonly DepositRow[];
  readonly rates: FreshRates;
  /** What is not above it needs no lock. */
  readonly finalizedHeight: number;
};

export function planCredits(facts: CreditFacts): CreditPlan {
  const { due, held, assets } = facts;
  const balances = new Map(facts.balances);
  const names = new Map<string, DustOwner>();
  const waiting = groupByOwner(facts.waiting);
  const credits: Credit[] = [];
  const returns: Return[] = [];
  const refills: Refill[] = [];
  const above: DepositRow[] = [];
  for (const deposit of due) {
    const asset = assets.get(deposit.asset ?? '');
    assert(asset !== undefined, 'a deposit that is due is in a listed coin');
    if (held.has(deposit.id)) {
      above.push(deposit);
      continue;
    }
    if (!isOwned(deposit)) {
      assert(deposit.purpose !== 'deposit', 'nobody is credited for an address that nobody was given');
      refills.push({ deposit, asset, units: toLedger(asset, deposit.amount).units });
      continue;
    }
    const name = { userId: deposit.userId, asset: asset.asset };
    const key = dustKey(name);
    const balance = balances.get(key) ?? emptyDustBalance;
    if (isReturning(deposit)) {
      const gone = deposit.takenUnits + deposit.debtUnits;
      assert(gone <= deposit.units, 'no more is given back than was credited');
      returns.push({ deposit, asset, units: gone, isLocked: isLocked(facts, deposit, asset, gone) });
      setBalance(giveAgain(asset, balance, deposit.amount, gone));
      continue;
    }
    const { units: total, balance: after } = arrive(asset, balance, deposit.amount);
    assert(
      after.amount + (total === undefined ? 0n : chainUnits(asset, total)) ===
        balance.amount + deposit.amount,
      'what is credited and what waits is exactly what came',
    );
    setBalance(after);
    if (total === undefined) {
      waiting.set(key, [...(waiting.get(key) ?? []), deposit]);
      continue;
    }
    const { parts, units } = share(asset, total, waiting.get(key) ?? []);
    waiting.delete(key);
    credits.push({ deposit, asset, total, units, isLocked: isLocked(facts, deposit, asset, units), parts });

    function setBalance(changed: DustBalance): void {
      if (changed.amount === balance.amount && changed.dust === balance.dust) return;
      balances.set(key, changed);
      names.set(key, name);
    }
  }
  const dust = [...waiting.values()].flat().filter(({ state }) => state !== 'dust');
  const changed = [...names].map(([key, name]) => ({
    ...name,
    balance: balances.get(key) ?? emptyDustBalance,
  }));
  return {
    credits,
    returns,
    refills,
    dust,
    held: above.filter(({ state }) => state !== 'held'),
    balances: changed,
  };
}

/**
 * Who brought how much of a credit. A dust balance that was short is filled by what came first: then what waited counts for
 * less than it was, down to nothing, and nobody's part is below zero.
 */
function share(
  asset: ChainAsset,
  total: bigint,
  waited: readonly DepositRow[],
): Pick<Credit, 'parts' | 'units'> {
  let units = total;
  const parts = waited.map((deposit) => {
    const whole = toLedger(asset, deposit.amount).units;
    const part = whole < units ? whole : units;
    units -= part;
    return { deposit, units: part };
  });
  assert(units >= 0n, 'the parts of a credit are no more than all of it');
  return { parts, units };
}

function isOwned(deposit: DepositRow): deposit is Owned {
  return deposit.userId !== null;
}

function groupByOwner(waiting: readonly DepositRow[]): Map<string, readonly DepositRow[]> {
  const groups = new Map<string, readonly DepositRow[]>();
  for (const deposit of waiting) {
    const key = dustKey({ userId: deposit.userId ?? '', asset: deposit.asset ?? '' });
    groups.set(key, [...(groups.get(key) ?? []), deposit]);
  }
  return groups;
}

/** Decisions.md "can-trade": worth so much or of unknown worth, and not final yet. */
function isLocked(
  { rates, finalizedHeight }: CreditFacts,
  { height }: DepositRow,
  { asset, scale, lockUsd }: ChainAsset,
  units: bigint,
): boolean {
  if (lockUsd === null || units === 0n) return false;
  if (height !== null && height <= finalizedHeight) return false;
  const usd = usdForLimits(rates, { asset, units, scale });
  return usd === undefined || centsFloor(usd) >= centsFloor(lockUsd);
}
