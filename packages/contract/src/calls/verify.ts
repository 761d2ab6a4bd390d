import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  assetCode,
  decimal,
  email,
  id,
  pair,
  passkeyRequest,
  payeeText,
  time,
  verifyMethod,
} from '../fields.ts';
import { limitValues } from './limit.ts';

/**
 * Second verification (protocol.md): one table and one function for all. The subject is the canonical operation; the
 * challenge is bound to user, kind, asset, amount, fee, payee and chain, and any difference voids it.
 */
export const startVerification = endpoint({
  path: 'verify/start',
  does: 'Sends a code that approves exactly one operation: this amount, this fee, this payee.',
  access: 'user',
  idempotent: false,
  input: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('transfer/internal'),
      subject: z.strictObject({ to: payeeText, currency: assetCode, amount: decimal }),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.literal('transfer/submit'),
      subject: z.strictObject({ quoteId: id }),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.literal('bill/export/email'),
      subject: z.strictObject({ emails: z.array(email).min(1).max(5) }),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.literal('trade/allow'),
      /** In the quote asset of the market. */
      subject: z.strictObject({ symbol: pair, amount: decimal }),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.literal('user/limit/set'),
      subject: z.strictObject(limitValues),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.literal('user/passkey/remove'),
      subject: z.strictObject({ id }),
      method: verifyMethod,
    }),
    z.strictObject({
      kind: z.enum([
        'user/password/set',
        'user/paypwd/reset',
        'user/freeze/lift',
        'user/google/bind',
        'user/google/unbind',
        'user/google/codes',
        'user/passkey/add',
      ]),
      method: verifyMethod,
    }),
  ]),
  output: z.strictObject({
    challengeId: id,
    /** Where the code went; null where nothing was sent, because an app or a key of the person has the answer. */
    masked: z.string().nullable(),
    /** What the browser asks the person's authenticators for, where a passkey is the answer. */
    options: passkeyRequest.optional(),
    expires: time,
    /** What the code approves, to be shown beside it; fields that the kind does not have are null. */
    summary: z.strictObject({
      currency: assetCode.nullable(),
      amount: decimal.nullable(),
      fee: decimal.nullable(),
      payee: z.string().nullable(),
      chain: z.string().nullable(),
    }),
  }),
  refusals: [
    'payouts_frozen',
    'trade_frozen',
    'credentials_frozen',
    'payee_not_found',
    'payee_is_self',
    'asset_unknown',
    'too_many_decimals',
    'quote_unknown',
    'quote_expired',
    'quote_used',
    'limits_differ',
    'limit_above_level',
    'method_not_bound',
    'code_too_soon',
    'code_limit',
    'sms_closed',
  ],
  // It says whether somebody has an account, as payee/lookup does.
  limits: [{ per: 'user', count: 20, seconds: 3600 }],
});
