import { freezeAreas, freezeReasons, freezes, liftings } from '@marigold/guard/freezes';
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import {
  account,
  code,
  contactMethod,
  email,
  fiat,
  id,
  inviteCode,
  language,
  name,
  newPassword,
  passkeyAnswer,
  passkeyRequest,
  password,
  payPassword,
  phone,
  puzzle,
  recoveryCode,
  region,
  ticket,
  time,
  username,
  verify,
} from '../fields.ts';

const Freeze = z.strictObject({
  area: z.enum(freezeAreas),
  reason: z.enum(freezeReasons),
  /** Null: until it is lifted. */
  until: time.nullable(),
  /** What ends it: its time alone, the person, two people of the house, or an identity that is verified anew. */
  liftedBy: z.enum(liftings),
});

/** The signed-in person as every screen knows them. Contacts are masked as spec 9 says. */
export const User = z.strictObject({
  username: z.string(),
  nickname: z.string(),
  /** The internal code others can pay to: nine digits. */
  uid: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  hasPayPassword: z.boolean(),
  /** The login password is one that everybody tries first: another one is asked for, and nothing is refused. */
  isPasswordCommon: z.boolean(),
  /** Google two-step is bound. */
  hasGoogle: z.boolean(),
  /** Recovery codes that were not used yet. */
  codesLeft: z.int(),
  /** How many passkeys prove them. */
  passkeys: z.int(),
  kycLevel: z.int().min(0).max(3),
  language,
  fiat,
  inviteCode: z.string(),
  /** What is frozen now; of several freezes of one area the one that ends last. */
  freezes: z.array(Freeze).max(10),
  createdTime: time,
  /** Address of the picture on this origin; null without one. */
  avatar: z.string().nullable(),
  region: z.string().nullable(),
  /** Which notices also come by mail; those about security always do. */
  mails: z.strictObject({ payments: z.boolean(), announcements: z.boolean() }),
});
export type User = z.output<typeof User>;

const SignedIn = z.strictObject({ token: z.string().optional(), user: User });

/** Both halves of the session are given: the bearer here, the other one as a cookie. */
export const SignedInHere = z.strictObject({ token: z.string(), user: User });

/** What opens a session beside the password: `recovery` is a code on paper. */
const loginMethod = z.enum(['passkey', 'google', 'recovery', 'email', 'sms']);

/**
 * The password was right on a device that is not trusted: something more opens the session. Once something strong is bound,
 * contacts are none of it. `masked`: where a code would go; null where the person has the answer already.
 */
const CodeNeeded = z.strictObject({
  need: z.strictObject({
    ticket,
    methods: z
      .array(z.strictObject({ method: loginMethod, masked: z.string().nullable() }))
      .min(1)
      .max(3),
    /** What the browser asks for a touch with; absent where no passkey is offered. */
    passkey: passkeyRequest.optional(),
    expires: time,
  }),
});

export const sendCode = endpoint({
  path: 'user/code/send',
  does: 'Sends a six-digit code to a phone number or an e-mail address to prove that the caller controls it.',
  access: 'visitor',
  idempotent: false,
  input: z
    .strictObject({
      scene: z.enum(['register']),
      email: email.optional(),
      phone: phone.optional(),
      puzzle: puzzle.optional(),
    })
    .refine((input) => (input.email === undefined) !== (input.phone === undefined), { path: ['email'] }),
  output: z.strictObject({
    masked: z.string(),
    channel: z.enum(['email', 'sms']),
    /** Seconds for which the code is good. */
    ttl: z.int(),
    /** Seconds until another one may be asked for. */
    resendIn: z.int(),
  }),
  refusals: ['puzzle_needed', 'puzzle_wrong', 'code_too_soon', 'code_limit', 'sms_closed'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const register = endpoint({
  path: 'user/register',
  does: 'Creates an account for a proven phone number or e-mail address and signs it in on this device.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: true,
  frozenIn: 'none',
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
  does: 'Signs in by username, phone or e-mail and password; answers the bearer token, or what an unknown device lacks.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  frozenIn: 'login',
  input: z.strictObject({ account, password, remember: z.boolean().optional() }),
  output: z.union([SignedInHere, CodeNeeded]),
  refusals: ['account_or_password_incorrect', 'account_locked', 'account_disabled', 'login_frozen'],
  limits: [{ per: 'address', count: 60, seconds: 900 }],
});

export const sendLoginCode = endpoint({
  path: 'user/login/send',
  does: 'Sends the code of a log-in on a device that is not trusted to the chosen contact.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ ticket, method: contactMethod }),
  output: z.strictObject({ masked: z.string(), ttl: z.int(), resendIn: z.int() }),
  refusals: ['login_expired', 'method_not_bound', 'code_too_soon', 'code_limit', 'sms_closed'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const finishLogin = endpoint({
  path: 'user/login/second',
  does: 'Signs in by the code of a log-in, an authenticator, a passkey or a code on paper; a device that is trusted from then on needs none the next time.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  frozenIn: 'login',
  input: z
    .strictObject({
      ticket,
      /** What was sent for the ticket, or with `method` the digits of an authenticator. */
      code: code.optional(),
      method: z.literal('google').optional(),
      /** In place of any code. */
      recoveryCode: recoveryCode.optional(),
      /** A touch in place of any code. */
      passkey: passkeyAnswer.optional(),
      trust: z.boolean().optional(),
    })
    .refine(
      ({ code: digits, recoveryCode: paper, passkey }) =>
        digits !== undefined || paper !== undefined || passkey !== undefined,
      { path: ['code'] },
    )
    .refine(
      ({ code: digits, method, recoveryCode: paper, passkey }) =>
        paper === undefined || (digits === undefined && method === undefined && passkey === undefined),
      { path: ['recoveryCode'] },
    )
    .refine(
      ({ code: digits, method, passkey }) =>
        passkey === undefined || (digits === undefined && method === undefined),
      { path: ['passkey'] },
    ),
  output: SignedInHere,
  refusals: [
    'login_expired',
    'code_incorrect',
    'code_expired',
    'two_step_locked',
    'account_disabled',
    'login_frozen',
  ],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
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
  does: 'Keeps the language of mails and messages, the fiat currency of display, the region and which mails come.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({
    language: language.optional(),
    fiat: fiat.optional(),
    region: region.optional(),
    mails: z.strictObject({ payments: z.boolean(), announcements: z.boolean() }).optional(),
  }),
  output: User,
  refusals: ['region_unknown'],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const setPayPassword = endpoint({
  path: 'user/paypwd/set',
  does: 'Sets the payment password (login password needed) or changes it (the old one needed as well).',
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
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
    'credentials_frozen',
    'password_incorrect',
    'account_locked',
    'account_disabled',
    'payment_password_needed',
    'payment_password_incorrect',
    'payment_password_locked',
    'payment_password_disabled',
  ],
});

export const setProfile = endpoint({
  path: 'user/profile/set',
  does: 'Changes the nickname or the picture; null takes the picture away.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ nickname: name.optional(), avatarFileId: id.nullable().optional() }),
  output: User,
  refusals: ['nickname_empty', 'nickname_reserved'],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const setPassword = endpoint({
  path: 'user/password/set',
  does: `Changes the login password; other devices are logged out and payouts frozen for ${hoursIn(freezes.passwordChanged.spans.payout)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({
    oldPassword: password,
    newPassword,
    confirm: newPassword,
    verify: verify.optional(),
  }),
  output: z.strictObject({ freezeUntil: time }),
  refusals: [
    'passwords_differ',
    'password_weak',
    'password_common',
    'password_same',
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

export const resetPayPassword = endpoint({
  path: 'user/paypwd/reset',
  does: `Sets a new payment password by login password and a code; payouts and trading are frozen for ${hoursIn(freezes.payPasswordReset.spans.payout)} hours.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({
    loginPassword: password,
    newPassword: payPassword,
    confirm: payPassword,
    verify: verify.optional(),
  }),
  output: z.strictObject({ freezeUntil: time }),
  refusals: [
    'passwords_differ',
    'payment_password_weak',
    'payment_password_missing',
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
