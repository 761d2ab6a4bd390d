import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { assetCode, decimal, fiat, signedDecimal, time } from './fields.ts';

export const Rate = z.strictObject({
  /** Upper-case pair key: base, underscore, quote (spec 9). */
  pair: z.string(),
  base: assetCode,
  quote: z.string(),
  name: z.string(),
  rate: decimal,
  /** Decimals that screens show. */
  decimals: z.int().min(0).max(8),
  /** Change over 24 hours in percent, two decimals. */
  change24h: signedDecimal,
  time,
  /** Older than the source allows: shown grey and not used for limits. */
  stale: z.boolean(),
});
export type Rate = z.output<typeof Rate>;

export const listRates = endpoint({
  path: 'rate/list',
  does: 'Answers the price of each coin in a fiat currency with its age.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({ fiat: fiat.optional() }),
  output: z.strictObject({ fiat, time, list: z.array(Rate).max(200) }),
  refusals: [],
});
