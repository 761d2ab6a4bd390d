import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import {
  account,
  code,
  email,
  fiat,
  inviteCode,
  language,
  newPassword,
  password,
  payPassword,
  phone,
  time,
  username,
} from './fields.ts';

/** The signed-in person as every screen knows them. Contacts are masked as spec 9 says. */
export const User = z.strictObject({
  username: z.string(),
  nickname: z.string(),
  /** The internal code others can pay to: nine digits. */
  uid: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  hasPayPassword: z.boolean(),
  kycLevel: z.int().min(0).max(3),
  language,
  fiat,
  inviteCode: z.string(),
  /** Payouts are frozen until then; null when they are not. */
  freezeUntil: time.nullable(),
  createdTime: time,
});
export type User = z.output<typeof User>;

const SignedIn = z.strictObject({ token: z.string().optional(), user: User });

export const sendCode = endpoint({
  path: 'user/code/send',
  does: 'Sends a six-digit code to a phone number or an e-mail address to prove that the caller controls it.',
  access: 'visitor',
  idempotent: false,
  input: z
    .strictObject({ scene: z.enum(['register']), email: email.optional(), phone: phone.optional() })
    .refine((input) => (input.email === undefined) !== (input.phone === undefined), { path: ['email'] }),
  output: z.strictObject({
    masked: z.string(),
    channel: z.enum(['email', 'sms']),
    /** Seconds for which the code is good. */
    ttl: z.int(),
    /** Seconds until another one may be asked for. */
    resendIn: z.int(),
  }),
  refusals: ['code_too_soon', 'code_limit'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const register = endpoint({
  path: 'user/register',
  does: 'Creates an account for a proven phone number or e-mail address and signs it in on this device.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: true,
  secretOutputs: ['token'],
  input: z
    .strictObject({
      username,
      email: email.optional(),
      phone: phone.optional(),
      password: newPassword,
      confirm: newPassword,
      code,
      inviteCode: inviteCode.optional(),
      language: language.optional(),
    })
    .refine((input) => (input.email === undefined) !== (input.phone === undefined), { path: ['email'] }),
  output: SignedIn,
  refusals: [
    'passwords_differ',
    'password_weak',
    'password_common',
    'code_incorrect',
    'code_expired',
    'username_taken',
    'contact_taken',
    'invite_code_unknown',
  ],
  limits: [{ per: 'address', count: 20, seconds: 3600 }],
});

export const login = endpoint({
  path: 'user/login',
  does: 'Signs in by username, phone or e-mail and password; answers the bearer token of this device.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ account, password, remember: z.boolean().optional() }),
  output: z.strictObject({ token: z.string(), user: User }),
  refusals: ['account_or_password_incorrect', 'account_locked'],
  limits: [{ per: 'address', count: 60, seconds: 900 }],
});

export const logout = endpoint({
  path: 'user/logout',
  does: 'Ends the session of the bearer; its live connection closes within a second.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({}),
  refusals: [],
});

export const userInfo = endpoint({
  path: 'user/info',
  does: 'Answers the signed-in person.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: User,
  refusals: [],
});

export const setPreferences = endpoint({
  path: 'user/prefs/set',
  does: 'Keeps the language of mails and messages and the fiat currency of display.',
  access: 'user',
  idempotent: true,
  input: z.strictObject({ language: language.optional(), fiat: fiat.optional() }),
  output: User,
  refusals: [],
});

export const setPayPassword = endpoint({
  path: 'user/paypwd/set',
  does: 'Sets the payment password (login password needed) or changes it (the old one needed as well).',
  access: 'user',
  idempotent: true,
  input: z.strictObject({
    loginPassword: password,
    oldPassword: payPassword.optional(),
    newPassword: payPassword,
    confirm: payPassword,
  }),
  output: z.strictObject({}),
  refusals: [
    'passwords_differ',
    'payment_password_weak',
    'password_incorrect',
    'account_locked',
    'payment_password_needed',
    'payment_password_incorrect',
    'payment_password_locked',
  ],
});
