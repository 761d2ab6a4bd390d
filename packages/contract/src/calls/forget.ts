/** The way back to an account whose login password is forgotten. */
import { freezes } from '@marigold/guard/freezes';
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { account, code, contactMethod, newPassword, puzzle, ticket, time } from '../fields.ts';

/** Where a code can be sent, masked. */
const MaskedWay = z.strictObject({ method: contactMethod, masked: z.string() });

export const forgetFind = endpoint({
  path: 'user/forget/find',
  does: 'Begins the way back to an account; answers alike whether the name exists or not.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ account, puzzle: puzzle.optional() }),
  output: z.strictObject({ ticket, methods: z.array(MaskedWay).min(1).max(2), expires: time }),
  refusals: ['puzzle_needed', 'puzzle_wrong'],
  limits: [
    { per: 'address', count: 30, seconds: 3600 },
    { per: 'device', count: 20, seconds: 3600 },
  ],
});

export const forgetSend = endpoint({
  path: 'user/forget/send',
  does: 'Sends a code to the chosen contact of a recovery.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ ticket, method: contactMethod }),
  output: z.strictObject({ masked: z.string(), ttl: z.int(), resendIn: z.int() }),
  refusals: ['ticket_expired', 'method_not_bound', 'code_too_soon', 'code_limit', 'sms_closed'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const forgetVerify = endpoint({
  path: 'user/forget/verify',
  does: 'Proves the contact of a recovery by its code; `need` says what else must be shown with the new password.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: false,
  input: z.strictObject({ ticket, code }),
  output: z.strictObject({
    ticket,
    /** Nobody hears of it before a code was right: absent where the contact alone is enough. */
    need: z
      .array(z.enum(['passkey', 'google']))
      .min(1)
      .max(2)
      .optional(),
  }),
  refusals: ['ticket_expired', 'code_incorrect', 'code_expired'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const forgetReset = endpoint({
  path: 'user/forget/reset',
  does: `Sets a new login password after a proven code, and with an authenticator where one is bound; every session ends, payouts are frozen for ${hoursIn(freezes.passwordReset.spans.payout)} hours, and trading with them where the contact alone proved it.`,
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({
    ticket,
    password: newPassword,
    confirm: newPassword,
    /** The digits of the authenticator, where `user/forget/verify` needs them. */
    google: code.optional(),
  }),
  output: z.strictObject({ freezeUntil: time }),
  refusals: [
    'ticket_expired',
    'passwords_differ',
    'password_weak',
    'password_common',
    'two_step_needed',
    'code_incorrect',
    'two_step_locked',
  ],
  limits: [{ per: 'address', count: 30, seconds: 3600 }],
});
