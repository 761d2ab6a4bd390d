/** Google two-step: offered, bound, renewed codes, unbound (security.md 1). */
import { freezes } from '@marigold/guard/freezes';
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { code, password, recoveryCode, time, verify } from '../fields.ts';
import { recoveryCodesMade } from '../limits.ts';
import { User } from './user.ts';

/** Each once, as people read them; absent where the answer is given a second time: they are never stored. */
const codes = z.array(z.string()).length(recoveryCodesMade).optional();

export const offerGoogle = endpoint({
  path: 'user/google/new',
  does: 'Offers the seed of an authenticator app for ten minutes; another one takes its place.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    /** In base 32, as it is typed into an app. */
    secret: z.string(),
    /** The same as an address that authenticator apps read. */
    otpauth: z.string(),
    expires: time,
  }),
  refusals: ['two_step_bound'],
  secretOutputs: ['secret', 'otpauth'],
  limits: [{ per: 'user', count: 30, seconds: 3600 }],
});

export const bindGoogle = endpoint({
  path: 'user/google/bind',
  does: `Binds the offered authenticator by its code, the login password and a second verification; answers ten recovery codes. Payouts are frozen for ${hoursIn(freezes.googleBound.spans.payout)} hours unless something strong approved it.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({ loginPassword: password, code, verify: verify.optional() }),
  output: z.strictObject({ codes, freezes: User.shape.freezes }),
  secretOutputs: ['codes'],
  refusals: [
    'credentials_frozen',
    'two_step_bound',
    'offer_expired',
    'password_incorrect',
    'account_locked',
    'account_disabled',
    'code_incorrect',
    'two_step_locked',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
  ],
});

export const unbindGoogle = endpoint({
  path: 'user/google/unbind',
  does: `Unbinds the authenticator by the login password and a strong second verification or a recovery code; the recovery codes are void. Payouts and cards are frozen for ${hoursIn(freezes.strongRemoved.spans.payout)} hours when nothing strong is left.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({
    loginPassword: password,
    verify: verify.optional(),
    /** In place of `verify`. */
    recoveryCode: recoveryCode.optional(),
  }),
  output: z.strictObject({ freezes: User.shape.freezes }),
  refusals: [
    'credentials_frozen',
    'two_step_missing',
    'password_incorrect',
    'account_locked',
    'account_disabled',
    'code_incorrect',
    'two_step_locked',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
  ],
});

export const renewRecoveryCodes = endpoint({
  path: 'user/google/codes',
  does: 'Answers ten new recovery codes by a strong second verification; the old ones are void.',
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({ verify: verify.optional() }),
  output: z.strictObject({ codes }),
  secretOutputs: ['codes'],
  refusals: [
    'credentials_frozen',
    'two_step_missing',
    'two_step_locked',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
  ],
});
