import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, decimal, fiat, signedDecimal, time } from '../fields.ts';

export const Rate = z.strictObject({
  /** Upper-case pair key: base, underscore, quote (spec 9). */
  pair: z.string(),
  base: assetCode,
  quote: z.string(),
  name: z.string(),
  kind: z.enum(['coin', 'fiat']),
  rate: decimal,
  /** Decimals that screens show. */
  decimals: z.int().min(0).max(8),
  /** Change over 24 hours in percent, two decimals; null while no price of yesterday is known. */
  change24h: signedDecimal.nullable(),
  /** When the sources saw this price. */
  time,
  /** Older than ten minutes: shown grey and not used for limits. */
  stale: z.boolean(),
  /** How many sources agreed on it. */
  sources: z.int().min(1),
});
export type Rate = z.output<typeof Rate>;

export const listRates = endpoint({
  path: 'rate/list',
  does: 'Answers the price of each coin and fiat currency in a fiat currency, with its age and its sources.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({ fiat: fiat.optional() }),
  output: z.strictObject({ fiat, time, list: z.array(Rate).max(200) }),
  refusals: [],
});
