/**
 * A person's own limits (security.md 4): up to where a payment asks for no second verification. Narrower ones hold at once,
 * because that is what somebody does who is afraid; wider ones wait a day, in which the owner hears of it and can cancel.
 */
import { dayMs } from '@marigold/money/spans';

import { isStrong, type VerifyMethod } from './factors.ts';
import type { FreezeReason } from './freezes.ts';

export type PersonLimits = {
  /** US cents: a payment above it asks; 0: every payment asks. */
  readonly single: bigint;
  /** US cents that go without a code since the last one, within a day. */
  readonly total: bigint;
  /** How many go so. */
  readonly payments: number;
  /** The way that is offered first; null: the strongest that the person has. */
  readonly method: VerifyMethod | null;
  /** A new address waits its day, whatever approves the payment. */
  readonly alwaysWait: boolean;
};

/** domain.md B.2: of whoever set none. */
export const defaultLimits: PersonLimits = {
  single: 30_00n,
  total: 100_00n,
  payments: 5,
  method: null,
  alwaysWait: false,
};

/** So long payments without a code are added up. */
export const secondaryWindowMs = dayMs;
/** So long wider limits wait. */
export const limitRaiseMs = dayMs;
export const limitPaymentsMax = 50;

/** Wider limits that wait, and from when on they hold, in epoch milliseconds. */
export type LimitRaise = { readonly wanted: PersonLimits; readonly effectiveAt: number };

/** What holds now. A raise holds from its moment on, whether or not anybody wrote that down. */
export function limitsInForce(
  stored: PersonLimits | undefined,
  raise: LimitRaise | undefined,
  now: number,
): PersonLimits {
  if (raise !== undefined && raise.effectiveAt <= now) return raise.wanted;
  return stored ?? defaultLimits;
}

/** What is wrong with limits that somebody wants; `dayLimit` is what their level may pay out in a day, in US cents. */
export function refuseLimits(
  { single, total }: PersonLimits,
  dayLimit: bigint,
): 'limits_differ' | 'limit_above_level' | undefined {
  if (single > total) return 'limits_differ';
  return total > dayLimit ? 'limit_above_level' : undefined;
}

/** Whether anything of what is wanted is wider than what holds; only such a change has to be approved and waits. */
export function isRaise(inForce: PersonLimits, wanted: PersonLimits, hasStrong: boolean): boolean {
  return (
    wanted.single > inForce.single ||
    wanted.total > inForce.total ||
    wanted.payments > inForce.payments ||
    (isStrongWay(inForce.method, hasStrong) && !isStrongWay(wanted.method, hasStrong)) ||
    (inForce.alwaysWait && !wanted.alwaysWait)
  );
}

function isStrongWay(method: VerifyMethod | null, hasStrong: boolean): boolean {
  return method === null ? hasStrong : isStrong(method);
}

/** What was paid since the last code, within a day. */
export type PaidSince = {
  /** US cents. */
  readonly usd: bigint;
  readonly payments: number;
  /** The worth of one of them is not known. */
  readonly isUncertain: boolean;
};

/** Whether a payment of so many US cents asks for a code; undefined, an unknown worth, always does. */
export function asksForCode(
  { single, total, payments }: PersonLimits,
  paid: PaidSince,
  usd: bigint | undefined,
): boolean {
  if (usd === undefined || paid.isUncertain || isAboveSingle({ single }, usd)) return true;
  return paid.payments >= payments || paid.usd + usd > total;
}

/** Whether one payment alone is above what goes without a code; an unknown worth is. */
export function isAboveSingle({ single }: Pick<PersonLimits, 'single'>, usd: bigint | undefined): boolean {
  return usd === undefined || single === 0n || usd > single;
}

/** What ends a raise that waits: whoever asked for it may be whom these keep out. */
export const raiseEndedBy: ReadonlySet<FreezeReason> = new Set([
  'passwordReset',
  'passwordResetStrong',
  'payPasswordReset',
  'caseFactor',
  'casePassword',
  'notMe',
  'sessionCopied',
]);
