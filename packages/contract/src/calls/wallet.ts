import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, decimal, fiat, id, listOf, page, signedDecimal, time } from '../fields.ts';

export const Balance = z.strictObject({
  currency: assetCode,
  name: z.string(),
  kind: z.enum(['coin', 'fiat']),
  /** Decimals of the asset's ledger unit. */
  scale: z.int().min(0).max(18),
  /** Decimals that screens show at least. */
  decimals: z.int().min(0).max(18),
  available: decimal,
  /** Set aside for something that runs: a transfer, an order, an application. */
  held: decimal,
  /** Of available what payouts must leave until deposits are final; it can be traded. */
  locked: decimal,
  /** Worth of available and held in the asked fiat; null when no fresh rate is known. */
  worth: decimal.nullable(),
});
export type Balance = z.output<typeof Balance>;

export const listAssets = endpoint({
  path: 'wallet/asset/list',
  does: 'Answers every balance of the caller with its worth, and the total.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ fiat: fiat.optional() }),
  output: z.strictObject({
    fiat,
    /** Sum of the known worths. */
    total: decimal,
    /** False when some balance has no fresh rate and is not in the total. */
    complete: z.boolean(),
    time,
    list: z.array(Balance).max(100),
  }),
  refusals: [],
});

export const WalletPosting = z.strictObject({
  /** The journal and the leg inside it. */
  journal: z.string(),
  line: z.int(),
  time,
  /** What the journal was for: transfer, deposit, demo, reversal, hold… */
  kind: z.string(),
  /** Change of the balance by this posting. */
  delta: signedDecimal,
  /** The balance after it. */
  after: decimal,
  /** The bill that tells the story of this journal, where there is one. */
  billId: id.nullable(),
});

export const explainAsset = endpoint({
  path: 'wallet/asset/explain',
  does: 'Answers the postings that sum to the available balance of one asset, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode, ...page }),
  output: z.strictObject({
    currency: assetCode,
    scale: z.int(),
    available: decimal,
    held: decimal,
    /** How many postings the balance is made of. */
    count: z.int(),
    ...listOf(WalletPosting).shape,
  }),
  refusals: ['asset_unknown'],
});
