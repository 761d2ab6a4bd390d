/** What is paid out, internally or on a chain, and what is asked of its sum, each question one "no". */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Asset } from '../asset/asset.ts';
import { sayUnits } from '../asset/asset.ts';
import { centsFloor, formatCents, freshRates, lastKnownRates, usdForLimits } from '../rate/worth.ts';
import type { PayoutWay } from './limits.ts';
import { leftToPayOut } from './limits.ts';
import { lockedOf } from './lock.ts';
import type { Outflow } from './outflow.ts';
import { readAvailable } from './store.ts';
import { isInDebt } from './views.ts';

/** What leaves the account, whoever gets it. */
export type Payment = {
  readonly asset: Asset;
  readonly units: bigint;
  /** Worth at a fresh rate; undefined when there is none, and then a code is asked for. */
  readonly usd: string | undefined;
  /** Worth for the limits of the day and the month: at the last known rate where no fresh one is. */
  readonly limitUsd: string | undefined;
  readonly way: PayoutWay;
};

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

export async function isOverLimit(
  { limitUsd, way }: Payment,
  outflows: readonly Outflow[],
  { db, session, now }: Call<'user'>,
): Promise<Refusal<'limit_exceeded'> | undefined> {
  const left = await leftToPayOut(db, outflows, { userId: session.userId, now, way });
  // Without any rate there is no telling how much it is: nothing may slip past a limit that cannot be read.
  const isOver = limitUsd === undefined || centsFloor(limitUsd) > left;
  return isOver ? new Refusal('limit_exceeded', { left: formatCents(left) }, 'amount') : undefined;
}

/** A kind word before the ledger's hard one: the database itself refuses an overdraft whatever this says. */
export async function isTooMuch(
  { asset, units }: Payment,
  { db, session }: Call<'user'>,
): Promise<Refusal<'insufficient_balance' | 'funds_locked' | 'funds_owed'> | undefined> {
  const available = await readAvailable(db, session.userId, asset.ledgerId);
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
