import { freezes } from '@marigold/guard/freezes';
/** Passkeys: a log-in by one touch, and the keys that a person has. */
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import {
  id,
  name,
  newPasskey,
  passkeyAnswer,
  passkeyCreation,
  passkeyRequest,
  password,
  ticket,
  time,
  verify,
} from '../fields.ts';
import { passkeysMax } from '../limits.ts';
import { SignedInHere, User } from './user.ts';

export const Passkey = z.strictObject({
  id,
  name: z.string(),
  /** `doubtful`: its counter went back, so there may be a copy; it proves nothing any more. */
  state: z.enum(['active', 'doubtful']),
  /** Other devices of the person have it too. */
  isBackedUp: z.boolean(),
  createdTime: time,
  /** Null: never used. */
  lastTime: time.nullable(),
  /** From when on it approves payments. */
  moneyTime: time,
});
export type Passkey = z.output<typeof Passkey>;

export const beginPasskeyLogin = endpoint({
  path: 'user/passkey/begin',
  does: 'Answers what a browser asks an authenticator for, to sign somebody in; it names nobody.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ ticket, options: passkeyRequest, expires: time }),
  refusals: [],
  limits: [{ per: 'address', count: 60, seconds: 900 }],
});

export const loginByPasskey = endpoint({
  path: 'user/passkey/login',
  does: 'Signs in by a passkey, which is two factors in one step: the device is trusted from then on.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  frozenIn: 'login',
  input: z.strictObject({ ticket, passkey: passkeyAnswer, remember: z.boolean().optional() }),
  output: SignedInHere,
  refusals: ['ticket_expired', 'passkey_unknown', 'passkey_doubtful', 'login_frozen'],
  limits: [{ per: 'address', count: 60, seconds: 900 }],
});

export const listPasskeys = endpoint({
  path: 'user/passkey/list',
  does: 'Answers the passkeys of the caller, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(Passkey).max(passkeysMax) }),
  refusals: [],
});

export const beginPasskey = endpoint({
  path: 'user/passkey/add/begin',
  does: 'Answers what an authenticator is to make.',
  access: 'user',
  idempotent: false,
  frozenIn: 'credentials',
  input: z.strictObject({}),
  output: z.strictObject({ ticket, options: passkeyCreation, expires: time }),
  refusals: ['credentials_frozen', 'passkeys_too_many'],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const addPasskey = endpoint({
  path: 'user/passkey/add',
  does: `Adds a passkey by the login password and a second verification; where a code alone approved it, payouts are frozen for ${hoursIn(freezes.passkeyAdded.spans.payout)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({
    ticket,
    passkey: newPasskey,
    name,
    loginPassword: password,
    verify: verify.optional(),
  }),
  output: z.strictObject({ passkey: Passkey, freezes: User.shape.freezes }),
  refusals: [
    'ticket_expired',
    'passkey_wrong',
    'passkey_known',
    'passkeys_too_many',
    'credentials_frozen',
    'password_incorrect',
    'account_locked',
    'account_disabled',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'two_step_locked',
  ],
});

export const renamePasskey = endpoint({
  path: 'user/passkey/rename',
  does: 'Calls a passkey otherwise.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ id, name }),
  output: z.strictObject({ passkey: Passkey }),
  refusals: ['passkey_unknown'],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const removePasskey = endpoint({
  path: 'user/passkey/remove',
  does: `Removes a passkey by the login password and a second verification; without anything as strong left, payouts and cards are frozen for ${hoursIn(freezes.strongRemoved.spans.payout)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({ id, loginPassword: password, verify: verify.optional() }),
  output: z.strictObject({ freezes: User.shape.freezes }),
  refusals: [
    'passkey_unknown',
    'credentials_frozen',
    'password_incorrect',
    'account_locked',
    'account_disabled',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'two_step_locked',
  ],
});
