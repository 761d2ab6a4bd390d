import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { assetCode, decimal, id, payeeText, time, verifyMethod } from './fields.ts';

/**
 * Second verification (protocol.md): one table and one function for all. The subject is the canonical operation; the
 * challenge is bound to user, kind, asset, amount, fee, payee and chain, and any difference voids it.
 */
export const startVerification = endpoint({
  path: 'verify/start',
  does: 'Sends a code that approves exactly one operation: this amount, this fee, this payee.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({
    kind: z.enum(['transfer/internal']),
    subject: z.strictObject({ to: payeeText, currency: assetCode, amount: decimal }),
    method: verifyMethod,
  }),
  output: z.strictObject({
    challengeId: id,
    masked: z.string(),
    expires: time,
    summary: z.strictObject({
      currency: assetCode,
      amount: decimal,
      fee: decimal,
      payee: z.string(),
      chain: z.string().nullable(),
    }),
  }),
  refusals: [
    'payee_not_found',
    'payee_is_self',
    'asset_unknown',
    'too_many_decimals',
    'method_not_bound',
    'code_too_soon',
    'code_limit',
  ],
});
