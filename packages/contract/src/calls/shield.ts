import { freezeAreas, freezes } from '@marigold/guard/freezes';
import * as z from 'zod';

import { hoursIn } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { newPassword, password, ticket, verify } from '../fields.ts';
import { User } from './user.ts';

/** A ticket is 256 bits long, so that guessing is hopeless; the limit is for whoever tries all the same. */
export const reportNotMe = endpoint({
  path: 'user/notme',
  does: 'Locks the account of a notice, or of the bearer where no ticket is given: payouts, trading and cards wait until it is lifted, other sessions end, open orders and new payees go.',
  access: 'visitor',
  staleTokenIsVisitor: true,
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ ticket: ticket.optional() }),
  output: z.strictObject({
    /** What waits now; nothing after a ticket that was used before, where the lock was lifted since. */
    locked: z.array(z.enum(freezeAreas)).max(freezeAreas.length),
    /** What its owner does next: sets another password in this session, or logs in first. */
    next: z.enum(['password', 'login']),
    /** The ticket was used before, and nothing was done now. */
    wasUsed: z.boolean(),
  }),
  refusals: ['ticket_expired'],
  limits: [{ per: 'address', count: 30, seconds: 3600 }],
});

/**
 * The new password is optional, because only the server knows whether what approves the call is strong and older than the
 * lock: then the login password and that proof are enough and everything is free at once. Else `new_password_needed` asks
 * for it behind the right login password, so that a client begins with the one field that everybody needs.
 */
export const liftFreeze = endpoint({
  path: 'user/freeze/lift',
  does: `Ends a lock of one's own: at once by the login password and a strong factor older than the lock; else by the login password, another one and a code, and everything waits ${hoursIn(freezes.lifted.spans.payout)} hours more. Other sessions end.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({
    loginPassword: password,
    newPassword: newPassword.optional(),
    confirm: newPassword.optional(),
    verify: verify.optional(),
  }),
  output: z.strictObject({ freezes: User.shape.freezes }),
  refusals: [
    'nothing_to_lift',
    'credentials_frozen',
    'new_password_needed',
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
