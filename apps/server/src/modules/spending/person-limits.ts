/** A person's own limits (security.md 4): what holds, what is asked for, and what a change of them needs. */
import type { setLimits } from '@marigold/contract/calls/limit';
import { type InputOf, Refusal, type RefusalOf } from '@marigold/contract/endpoint';
import type { VerifyMethod } from '@marigold/guard/factors';
import {
  isAboveSingle,
  isRaise,
  type LimitRaise,
  limitRaiseMs,
  type PersonLimits,
  refuseLimits,
} from '@marigold/guard/wallet-limits';
import { parseUnits } from '@marigold/money/amount';

import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { hasStrongFactor, readOffer } from '../factor/views.ts';
import { type Cents, centsFloor, formatCentsTrimmed } from '../rate/worth.ts';
import type { SpendingOperation } from './operation.ts';
import { readLimits } from './read-limits.ts';
import {
  applyRaises,
  findOwnLimits,
  insertRaise,
  lockForFreeze,
  storeOwnLimits,
  voidRaise,
} from './store.ts';

type Asking = Pick<Call<'user'>, 'db' | 'session' | 'now'>;
type WantedInput = Omit<InputOf<typeof setLimits>, 'verify'>;
type No = Refusal<
  Extract<
    RefusalOf<typeof setLimits>,
    'too_many_decimals' | 'limits_differ' | 'limit_above_level' | 'method_not_bound'
  >
>;

export type OwnLimits = {
  readonly inForce: PersonLimits;
  /** Wider ones that wait. */
  readonly raise: LimitRaise | undefined;
  /** US cents that the level may pay out in a day. */
  readonly dayLimit: Cents;
};

/** What somebody's limits are now. */
export async function getOwnLimits(db: Database, userId: string, now: number): Promise<OwnLimits> {
  const row = await findOwnLimits(db, userId);
  if (row === undefined) throw new Error('Broken: a session belongs to a person with a level');
  return { ...readLimits(row, now), dayLimit: centsFloor(row.dayLimit) };
}

export type WantedLimits = {
  readonly wanted: PersonLimits;
  /** Something of it is wider than what holds: it has to be approved, and waits. */
  readonly isRaise: boolean;
};

/** Limits as somebody wants them, against what holds for them. */
export async function readWantedLimits(
  input: WantedInput,
  { db, session, now }: Asking,
): Promise<WantedLimits | No> {
  const { userId } = session;
  const { inForce, dayLimit } = await getOwnLimits(db, userId, now);
  const single = parseUnits(input.single, usdScale);
  const total = parseUnits(input.total, usdScale);
  if (single === undefined) return tooFine('single');
  if (total === undefined) return tooFine('total');
  const { payments, method = null, alwaysWait = inForce.alwaysWait } = input;
  const wanted = { single, total, payments, method, alwaysWait };
  const wrong = refuseLimits(wanted, dayLimit);
  if (wrong === 'limits_differ') return new Refusal(wrong, {}, 'total');
  if (wrong === 'limit_above_level')
    return new Refusal(wrong, { max: formatCentsTrimmed(dayLimit) }, 'total');
  if (method !== inForce.method && method !== null && !(await isBound({ db, session, now }, method)))
    return new Refusal('method_not_bound', {}, 'method');
  return { wanted, isRaise: isRaise(inForce, wanted, await hasStrongFactor(db, userId)) };
}

/** Dollars have cents. */
const usdScale = 2;

function tooFine(field: 'single' | 'total'): No {
  return new Refusal('too_many_decimals', { scale: usdScale, currency: 'USD' }, field);
}

async function isBound({ db, session, now }: Asking, method: VerifyMethod): Promise<boolean> {
  const { methods } = await readOffer(db, { userId: session.userId, kind: 'transfer/internal', now });
  return methods.includes(method);
}

/** What a code for other limits approves: these values and no others. */
export function operationOfLimits({
  single,
  total,
  payments,
  method,
  alwaysWait,
}: PersonLimits): SpendingOperation {
  const values = [formatCentsTrimmed(single), formatCentsTrimmed(total), payments, method ?? 'strongest'];
  const payee = [...values, alwaysWait ? 'wait' : 'go'].join('/');
  return { kind: 'user/limit/set', asset: null, amount: null, fee: null, payee, chain: null };
}

/** One change of limits of a person follows the other. Ends with the transaction. */
export const lockLimits = lockForFreeze;

/** Narrower limits: they hold at once, and a raise that waits is void. The caller holds `lockLimits`. */
export async function narrowLimits(
  db: Database,
  userId: string,
  wanted: PersonLimits,
  now: number,
): Promise<void> {
  await voidRaise(db, userId, now);
  await storeOwnLimits(db, userId, wanted, now);
}

/** Wider limits, from a day on; they take the place of others that wait. The caller holds `lockLimits`. Answers when. */
export async function askForRaise(
  db: Database,
  userId: string,
  wanted: PersonLimits,
  now: number,
): Promise<number> {
  await voidRaise(db, userId, now);
  const effectiveAt = now + limitRaiseMs;
  await insertRaise(db, { id: newRowId(), userId, raise: { wanted, effectiveAt }, now });
  return effectiveAt;
}

/** A raise that waits never comes; true where there was one. */
export const endRaise = voidRaise;

/** Writes down raises whose moment has come; answers them, each once. */
export const applyDueRaises = applyRaises;

/** Whether a payment worth so much (a decimal string) is above somebody's single limit; what nobody knows the worth of is. */
export function isAboveOwnSingle({ inForce }: Pick<OwnLimits, 'inForce'>, usd: string | undefined): boolean {
  return isAboveSingle(inForce, usd === undefined ? undefined : centsFloor(usd));
}
