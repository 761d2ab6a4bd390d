/**
 * The rule of locks (decisions.md "can-trade"): what came in is spendable before it is final, but while it is not, a
 * payout of any kind and an order must leave at least its worth in the account, in whatever it is held by then. What the chain took back
 * and was spent meanwhile is a debt: until persons of the house have settled it, it is kept in the same way.
 */
import type { Valuation } from '@marigold/money/amount';
import { mulDivCeil, parseUnits, scaleMax, valueCeil, valueFloor } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { lastKnownRates } from '../rate/worth.ts';
import { isAnyHeldBack, listLockedHoldings } from './store.ts';

const fiatScale = 2;

export type LockedHolding = {
  readonly asset: string;
  readonly scale: number;
  /** In ledger units: what can be spent, and the open locks of deposits and the debt in this asset. */
  readonly available: bigint;
  readonly locked: bigint;
  /** US dollars for one whole asset as last known. */
  readonly rate: string | undefined;
};

/** Ledger units of one asset that a payout or an order has to leave where it is. */
export async function lockedOf(db: Database, userId: string, asset: string): Promise<bigint> {
  // Most people have none, and a payout should not wait for what concerns few.
  return (await isAnyHeldBack(db, userId)) ? mustStay(await readHoldings(db, userId), asset) : 0n;
}

/** What somebody holds, with what is locked and owed of it. */
export async function readHoldings(db: Database, userId: string): Promise<LockedHolding[]> {
  const holdings = await listLockedHoldings(db, userId);
  const rates = await lastKnownRates(db);
  for (const { available, locked } of holdings)
    assert(BigInt(available) >= 0n && BigInt(locked) >= 0n, 'nobody has or owes less than nothing');
  return holdings.map((row) => ({
    asset: row.asset,
    scale: row.scale,
    available: BigInt(row.available),
    locked: BigInt(row.locked),
    rate: rates.get(row.asset),
  }));
}

/**
 * The least of `asset` that keeps the locks covered while everything else stays: either each locked asset is there
 * itself, or all that is there is worth as much. A lock without any rate is covered by its own asset only, and what has
 * no rate covers no other lock.
 */
export function mustStay(holdings: readonly LockedHolding[], asset: string): bigint {
  const own = holdings.find((one) => one.asset === asset);
  if (own === undefined) return 0n;
  const others = holdings.filter((one) => one !== own);
  const floor = own.rate === undefined ? own.locked : 0n;
  if (others.some(({ rate, available, locked }) => rate === undefined && available < locked))
    return own.available;
  const itself = others.every(({ available, locked }) => available >= locked) ? own.locked : undefined;
  const worth = inWorth(own, others);
  const least =
    itself === undefined || (worth !== undefined && worth < itself) ? (worth ?? own.available) : itself;
  const stays = least > floor ? least : floor;
  assert(stays >= 0n, 'what has to stay is not below zero');
  return stays < own.available ? stays : own.available;
}

/** Units of `own` that are worth what the locks are worth beyond everything else; undefined where it has no rate. */
function inWorth(own: LockedHolding, others: readonly LockedHolding[]): bigint | undefined {
  const wanted = [own, ...others].reduce((sum, one) => sum + valued(valueCeil, one, one.locked), 0n);
  const there = others.reduce((sum, one) => sum + valued(valueFloor, one, one.available), 0n);
  const missing = wanted - there;
  if (missing <= 0n) return 0n;
  if (own.rate === undefined) return undefined;
  const rate = parseUnits(own.rate, scaleMax);
  assert(rate !== undefined && rate > 0n, 'a rate is above zero');
  return mulDivCeil(missing, 10n ** BigInt(own.scale + scaleMax), rate * 10n ** BigInt(fiatScale));
}

function valued(value: (of: Valuation) => bigint, { scale, rate }: LockedHolding, units: bigint): bigint {
  return rate === undefined ? 0n : value({ units, scale, rate, fiatScale });
}
