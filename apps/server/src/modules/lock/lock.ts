/**
 * The rule of locks (decisions.md "can-trade"): what came in is spendable before it is final, but while it is not, a
 * payout of any kind and an order must leave at least its worth in the account, in whatever it is held by then. What the chain took back
 * and was spent meanwhile is a debt: until persons of the house have settled it, it is kept in the same way.
 */
import type { Valuation } from '@marigold/money/amount';
import { mulDivCeil, parseUnits, scaleMax, valueCeil, valueFloor } from '@marigold/money/amount';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { Words } from '../../platform/prepared.ts';
import { lastKnownRates } from '../rate/worth.ts';

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
  const kept = await sql`
    select from app.deposit where user_id = ${userId} and lock_units > 0
    union all ${debtsOf(userId)} limit 1`.execute(db);
  // Most people have none, and a payout should not wait for what concerns few.
  return kept.rows.length === 0 ? 0n : mustStay(await readHoldings(db, userId), asset);
}

/** Whether something of person `p` is locked or owed: for prepared statements about many. */
export const isHeldBack =
  new Words(`exists (select from app.deposit d where d.user_id = p.id and d.lock_units > 0)
          or exists (select from ledger.account a where a.owner_id = p.id and a.kind = 'debt' and a.balance < 0)`);

/** True while something is owed for a deposit that left its chain. */
export async function isInDebt(db: Database, userId: string): Promise<boolean> {
  return (await debtsOf(userId).execute(db)).rows.length > 0;
}

function debtsOf(userId: string) {
  return sql`select from ledger.account where owner_id = ${userId} and kind = 'debt' and balance < 0`;
}

/** What somebody holds, with what is locked and owed of it. */
export async function readHoldings(db: Database, userId: string): Promise<LockedHolding[]> {
  const found = await sql<{ asset: string; scale: number; available: string; locked: string }>`
    select a.code as asset, l.scale, coalesce(c.balance, 0)::text as available,
      (coalesce(d.units, 0) - coalesce(o.balance, 0))::text as locked
    from app.asset a
    join ledger.asset l on l.id = a.ledger_id
    left join ledger.account c on c.owner_id = ${userId} and c.asset_id = a.ledger_id and c.kind = 'available'
    left join ledger.account o on o.owner_id = ${userId} and o.asset_id = a.ledger_id and o.kind = 'debt'
    left join (
      select asset, sum(lock_units) as units from app.deposit
      where user_id = ${userId} and lock_units > 0 group by asset
    ) d on d.asset = a.code
    where c.balance > 0 or d.units > 0 or o.balance < 0`.execute(db);
  const rates = await lastKnownRates(db);
  return found.rows.map((row) => ({
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
