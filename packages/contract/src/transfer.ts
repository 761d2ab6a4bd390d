import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { assetCode, decimal, id, line, payeeText, payPassword, verify, verifyMethod } from './fields.ts';

export const lookupPayee = endpoint({
  path: 'payee/lookup',
  does: 'Answers a masked nickname for a username, phone, e-mail or internal code; 20 an hour.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ to: payeeText }),
  output: z.strictObject({ masked: z.string(), kind: z.enum(['username', 'phone', 'email', 'code']) }),
  refusals: ['payee_not_found', 'payee_is_self'],
  limits: [{ per: 'user', count: 20, seconds: 3600 }],
});

export const transferConfig = endpoint({
  path: 'transfer/config',
  does: 'Answers what a transfer of one asset may be: fee, minimum, maximum, what is available and what is left today.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode }),
  output: z.strictObject({
    currency: assetCode,
    scale: z.int(),
    fee: decimal,
    min: decimal,
    /** The most one transfer may move, in the asset; null when only the daily limit holds. */
    max: decimal.nullable(),
    available: decimal,
    /** What the 24-hour limit leaves, in USD. */
    leftToday: decimal,
    hasPayPassword: z.boolean(),
    methods: z.array(verifyMethod),
  }),
  refusals: ['asset_unknown'],
});

export const internalTransfer = endpoint({
  path: 'transfer/internal',
  does: 'Moves an amount to another user, free and at once; both see it in their bills.',
  access: 'user',
  idempotent: true,
  objectId: 'billId',
  input: z.strictObject({
    to: payeeText,
    currency: assetCode,
    amount: decimal,
    amountConfirm: decimal,
    note: line(140).optional(),
    payPassword,
    verify: verify.optional(),
  }),
  output: z.strictObject({ billId: id, status: z.enum(['success']) }),
  refusals: [
    'amounts_differ',
    'asset_unknown',
    'too_many_decimals',
    'amount_below_minimum',
    'amount_above_maximum',
    'payee_not_found',
    'payee_is_self',
    'payment_password_missing',
    'payment_password_incorrect',
    'payment_password_locked',
    'payouts_frozen',
    'limit_exceeded',
    'insufficient_balance',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'money_stopped',
  ],
  limits: [
    { per: 'user', count: 10, seconds: 60 },
    { per: 'user', count: 100, seconds: 86_400 },
  ],
});
