/**
 * Binding an identity by its number (identity-cards-fund-agents.md 2.4): one's own at once, somebody else's once its owner
 * agrees. Whether a number that is not one's own exists is told nobody: what is asked of one that does not is listed, waits
 * and runs out as any other.
 */
import { statesOf } from '@marigold/money/states';
import { kycBindingStates, kycPurposes, kycRecordStates, kycUses } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import { daysIn, kycBindingForMs } from '../../durations.ts';
import { endpoint } from '../../endpoint.ts';
import { authNo, id, line, lines, payPassword, time } from '../../fields.ts';

/** What a bound identity is used for: one's own account, or a card. */
const use = z.enum(kycPurposes);

const words = line(120).refine((text) => text.trim() !== '');

/** What the owner reads before they agree. */
const reasons = { purpose: words, contact: words, description: lines(500).optional() };

const bound = { status: z.enum(statesOf(kycRecordStates)), use: z.enum(kycUses) };

const passwordNo = [
  'payment_password_missing',
  'payment_password_incorrect',
  'payment_password_locked',
  'payment_password_disabled',
] as const;

export const bindKyc = endpoint({
  path: 'kyc/bind',
  does: `Binds an identity by its number: the caller's own at once; of any other number the owner is asked, and has ${daysIn(kycBindingForMs)} days. Whether there is one is not told.`,
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  input: z.strictObject({ authNo, use, ...reasons, payPassword }),
  output: z.strictObject({
    ...bound,
    needsOwner: z.boolean(),
    /** What waits for the owner, and until when; null: it is bound. */
    bindingId: id.nullable(),
    expires: time.nullable(),
  }),
  refusals: [
    'card_frozen',
    'record_unknown',
    'record_unready',
    'record_used',
    'record_disabled',
    'not_agent',
    'try_later',
    ...passwordNo,
  ],
  limits: [{ per: 'user', count: 5, seconds: 86_400 }],
});

export const unbindKyc = endpoint({
  path: 'kyc/unbind',
  does: "Ends the use of the caller's identity. It still holds, and is not bound once more unless persons of the house allow it.",
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ authNo, payPassword }),
  output: z.strictObject(bound),
  refusals: ['record_unbound', ...passwordNo],
  limits: [{ per: 'user', count: 20, seconds: 86_400 }],
});

export const answerKycBinding = endpoint({
  path: 'kyc/bind/answer',
  does: 'Lets somebody use an identity of the caller, or not. A "no" is not told whoever asked: to them nobody answered.',
  access: 'user',
  idempotent: true,
  frozenIn: 'card',
  input: z.strictObject({ bindingId: id, accept: z.boolean(), payPassword }),
  output: z.strictObject({ status: z.enum(['accepted', 'refused']) }),
  refusals: ['card_frozen', 'binding_over', 'record_used', 'record_disabled', ...passwordNo],
  limits: [{ per: 'user', count: 30, seconds: 3600 }],
});

const asOwnerSees = z.enum(statesOf(kycBindingStates));

const KycBinding = z.strictObject({
  bindingId: id,
  authNo,
  use,
  /** Null once it was erased. */
  purpose: words.nullable(),
  contact: words.nullable(),
  description: lines(500).nullable(),
  created: time,
  expires: time,
});

const KycBindingMade = z.strictObject({
  ...KycBinding.shape,
  /** `open` until it runs out, unless the owner agreed. */
  status: asOwnerSees.extract(['open', 'accepted', 'expired']),
});
export type KycBindingMade = z.output<typeof KycBindingMade>;

const KycBindingReceived = z.strictObject({
  ...KycBinding.shape,
  status: asOwnerSees,
  /** Who asks, masked. */
  from: z.string(),
});
export type KycBindingReceived = z.output<typeof KycBindingReceived>;

export const listKycBindings = endpoint({
  path: 'kyc/bind/list',
  does: 'Answers what the caller has bound or asked others for, and what others ask of them, newest first, for 30 days after it ended.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    made: z.array(KycBindingMade).max(50),
    received: z.array(KycBindingReceived).max(50),
  }),
  refusals: [],
});
