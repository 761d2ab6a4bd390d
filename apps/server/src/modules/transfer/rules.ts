/** What every payout is asked, internal or on a chain, each question one "no". */
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Call } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { Asset } from '../asset/asset.ts';
import { entryScale, parseAmount } from '../asset/asset.ts';
import { isInDebt, lockedOf } from '../lock/lock.ts';
import { centsOf, formatCents, freshRates, lastKnownRates, usdForLimits } from '../rate/worth.ts';
import type { Way } from './limits.ts';
import { leftToPayOut } from './limits.ts';

/** What leaves the account, whoever gets it. */
export type Payment = {
  readonly asset: Asset;
  readonly units: bigint;
  /** Worth at a fresh rate; undefined when there is none, and then a code is asked for. */
  readonly usd: string | undefined;
  /** Worth for the limits of the day and the month: at the last known rate where no fresh one is. */
  readonly limitUsd: string | undefined;
  readonly way: Way;
};

/** Two payouts of one person follow each other, so that limits count what really went out. Ends with the transaction. */
export async function oneAtATime(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout:${userId}`}, 0))`.execute(db);
}

/** What so much is worth, for the questions below. */
export async function worthOf(
  db: Database,
  asset: Asset,
  units: bigint,
  now: number,
): Promise<Pick<Payment, 'usd' | 'limitUsd'>> {
  const holding = { asset: asset.code, units, scale: asset.scale };
  const usd = usdForLimits(await freshRates(db, now), holding);
  return { usd, limitUsd: usd ?? usdForLimits(await lastKnownRates(db), holding) };
}

/** An amount as refusals say it. */
export function sayUnits({ scale, decimals }: Asset, units: bigint): string {
  return formatUnitsTrimmed(units, scale, Math.min(decimals, scale));
}

/** The units of an amount for somebody of Marigold; its bounds are those of internal transfers. */
export function readInternalAmount(
  asset: Asset,
  amount: string,
): bigint | Refusal<'too_many_decimals' | 'amount_below_minimum' | 'amount_above_maximum'> {
  const currency = asset.code;
  const units = parseAmount(asset, amount);
  if (units === undefined)
    return new Refusal('too_many_decimals', { scale: entryScale(asset), currency }, 'amount');
  if (units < asset.transferMin) {
    return new Refusal(
      'amount_below_minimum',
      { min: sayUnits(asset, asset.transferMin), currency },
      'amount',
    );
  }
  if (asset.transferMax !== null && units > asset.transferMax) {
    return new Refusal(
      'amount_above_maximum',
      { max: sayUnits(asset, asset.transferMax), currency },
      'amount',
    );
  }
  return units;
}

export async function isOverLimit(
  { limitUsd, way }: Payment,
  { db, session, now }: Call<'user'>,
): Promise<Refusal<'limit_exceeded'> | undefined> {
  const left = await leftToPayOut(db, session.userId, now, way);
  // Without any rate there is no telling how much it is: nothing may slip past a limit that cannot be read.
  const isOver = limitUsd === undefined || centsOf(limitUsd) > left;
  return isOver ? new Refusal('limit_exceeded', { left: formatCents(left) }, 'amount') : undefined;
}

/** A kind word before the ledger's hard one: the database itself refuses an overdraft whatever this says. */
export async function isTooMuch(
  { asset, units }: Payment,
  { db, session }: Call<'user'>,
): Promise<Refusal<'insufficient_balance' | 'funds_locked' | 'funds_owed'> | undefined> {
  const found = await sql<{ balance: string }>`
    select balance from ledger.account
    where owner_id = ${session.userId} and asset_id = ${asset.ledgerId} and kind = 'available'`.execute(db);
  const available = BigInt(found.rows[0]?.balance ?? '0');
  if (units > available) return insufficient(asset);
  const locked = await lockedOf(db, session.userId, asset.code);
  if (units <= available - locked) return undefined;
  const facts = { locked: sayUnits(asset, locked), currency: asset.code };
  const isOwed = await isInDebt(db, session.userId);
  return new Refusal(isOwed ? 'funds_owed' : 'funds_locked', facts, 'amount');
}

export function insufficient({ code }: Asset): Refusal<'insufficient_balance'> {
  return new Refusal('insufficient_balance', { currency: code }, 'amount');
}
