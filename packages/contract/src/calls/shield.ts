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

export const liftFreeze = endpoint({
  path: 'user/freeze/lift',
  does: `Ends a lock of one's own by the login password, another one and a code; everything waits ${hoursIn(freezes.lifted.spans.payout)} hours more, and other sessions end.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'credentials',
  input: z.strictObject({
    loginPassword: password,
    newPassword,
    confirm: newPassword,
    verify: verify.optional(),
  }),
  output: z.strictObject({ freezes: User.shape.freezes }),
  refusals: [
    'nothing_to_lift',
    'credentials_frozen',
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
