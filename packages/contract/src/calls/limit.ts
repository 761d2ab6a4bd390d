import { limitPaymentsMax, limitRaiseMs } from '@marigold/guard/wallet-limits';
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { decimal, time, verify, verifyMethod } from '../fields.ts';

/** Up to where payments ask for no second verification, in US dollars; 0: every one asks. */
export const limitValues = {
  single: decimal,
  total: decimal,
  /** How many payments go so. */
  payments: z.int().min(1).max(limitPaymentsMax),
  /** What is offered first; left out: the strongest. */
  method: verifyMethod.optional(),
  /** A new address waits its day, whatever approves the payment; left out: as it is. */
  alwaysWait: z.boolean().optional(),
} as const;

const values = {
  single: decimal,
  total: decimal,
  payments: z.int(),
  /** Null: the strongest. */
  method: verifyMethod.nullable(),
  alwaysWait: z.boolean(),
} as const;

export const LimitsView = z.strictObject({
  values: z.strictObject(values),
  /** Ways that approve a payment now, the best first. */
  methods: z.array(verifyMethod).max(4),
  /** What was paid without a code, in US dollars, since the last payment with one, within a day; null: since a day ago. */
  used: z.strictObject({ usd: decimal, payments: z.int(), since: time.nullable() }),
  /** Wider ones that wait, and from when on they hold; null: none. */
  pending: z.strictObject({ ...values, effectiveAt: time }).nullable(),
  /** What can be asked for: no more than the level pays out in a day. */
  bounds: z.strictObject({ total: decimal, payments: z.int() }),
});
export type LimitsView = z.output<typeof LimitsView>;

export const getLimits = endpoint({
  path: 'user/limit/get',
  does: 'Answers up to where payments of the caller ask for no second verification, and how much of it is used.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: LimitsView,
  refusals: [],
});

/** A freeze of credentials stops what is wider; narrower limits hold at once whatever is frozen. */
export const setLimits = endpoint({
  path: 'user/limit/set',
  does: `Changes from where on payments ask for a second verification: narrower limits hold at once, wider ones need a proof and wait ${hoursIn(limitRaiseMs)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({ ...limitValues, verify: verify.optional() }),
  output: LimitsView,
  refusals: [
    'credentials_frozen',
    'too_many_decimals',
    'limits_differ',
    'limit_above_level',
    'method_not_bound',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'two_step_locked',
  ],
  limits: [{ per: 'user', count: 30, seconds: 3600 }],
});

export const cancelLimits = endpoint({
  path: 'user/limit/cancel',
  does: 'Ends a change to wider limits that waits; what holds stays.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({}),
  output: LimitsView,
  refusals: [],
});
