/** Where a person is logged in, and what happened to their account. */
import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { id, listOf, page, region, time } from '../fields.ts';

export const DeviceSession = z.strictObject({
  id,
  device: z.string(),
  isCurrent: z.boolean(),
  /** The network it was opened from, shortened; null where it is not known. */
  address: z.string().nullable(),
  /** Its country, where the house has a table of them. */
  country: region.nullable(),
  /** A log-in there needs no code. */
  isTrusted: z.boolean(),
  /** When it was opened and last used. */
  createdTime: time,
  lastTime: time,
});
export type DeviceSession = z.output<typeof DeviceSession>;

export const listSessions = endpoint({
  path: 'user/session/list',
  does: 'Answers where the caller is logged in.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(DeviceSession).max(100) }),
  refusals: [],
});

/** Not applied once by a key: ending a session twice is the same as ending it once. */
export const revokeSession = endpoint({
  path: 'user/session/revoke',
  does: 'Logs one device out, or every other one; a log-in there needs a code again.',
  access: 'user',
  idempotent: false,
  input: z
    .strictObject({ id: id.optional(), others: z.literal(true).optional() })
    .refine((input) => (input.id === undefined) !== (input.others === undefined), { path: ['id'] }),
  output: z.strictObject({ ended: z.int() }),
  refusals: [],
});

export const SecurityEvent = z.strictObject({
  id: z.string(),
  event: z.enum([
    'login',
    'loginFailed',
    'loginCodeFailed',
    'newDevice',
    'newSessionHalf',
    'sessionCopied',
    'logout',
    'sessionRevoked',
    'passwordChanged',
    'passwordReset',
    'payPasswordSet',
    'payPasswordChanged',
    'payPasswordReset',
    'payPasswordLocked',
    'lockedByOwner',
    'lockLifted',
    'googleBound',
    'googleUnbound',
    'googleFailed',
    'recoveryCodesMade',
    'recoveryCodeUsed',
    'passkeyAdded',
    'passkeyRemoved',
    'passkeyDoubtful',
    'limitsChanged',
  ]),
  device: z.string().nullable(),
  /** The network address, shortened so that it names a network and not a household. */
  address: z.string().nullable(),
  country: region.nullable(),
  time,
});
export type SecurityEvent = z.output<typeof SecurityEvent>;

export const securityLog = endpoint({
  path: 'user/security/log',
  does: 'Answers logins and changes of secrets of the caller, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ ...page }),
  output: listOf(SecurityEvent),
  refusals: [],
});
