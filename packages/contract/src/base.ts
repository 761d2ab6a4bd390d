import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { assetCode, chainCode, decimal, region } from './fields.ts';

export const listCountries = endpoint({
  path: 'base/country',
  does: "Answers every region with its dialling code; names are the device's own, in its language.",
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    list: z
      .array(
        z.strictObject({
          code: region,
          /** Dialling code without the plus. */
          area: z.string().regex(/^\d{1,4}$/),
          /** Whether documents of this region can be verified. */
          kyc: z.boolean(),
        }),
      )
      .max(300),
  }),
  refusals: [],
});

/** One currency on one chain (domain.md B.1). Amounts are in the currency. */
export const CurrencyChain = z.strictObject({
  chain: chainCode,
  /** Ethereum, and what people call its tokens: ERC20. */
  name: z.string(),
  standard: z.string(),
  /** The token's contract with its checksum; null: the chain's own coin. */
  contract: z.string().nullable(),
  /** Decimals of its smallest unit on the chain, as payment requests count. */
  scale: z.int().min(0).max(30),
  /** False while nothing that comes in is credited, or nothing goes out. */
  depositOpen: z.boolean(),
  payoutOpen: z.boolean(),
  depositMin: decimal,
  payoutMin: decimal,
  payoutMax: decimal,
  /** The fee of a transfer; the least of it where the network's cost of the moment decides. */
  fee: decimal,
  feeMode: z.enum(['fixed', 'quoted']),
  /** How long a transfer usually takes. */
  minutes: z.int(),
  /** Confirmations until a deposit is credited. */
  confirmations: z.int(),
});
export type CurrencyChain = z.output<typeof CurrencyChain>;

export const Currency = z.strictObject({
  code: assetCode,
  name: z.string(),
  kind: z.enum(['coin', 'fiat']),
  /** Decimals an amount may have: those of the ledger unit, of a fiat currency those of its smallest coin. */
  scale: z.int().min(0).max(18),
  /** Decimals that screens show at least. */
  decimals: z.int().min(0).max(18),
  /** The sign of a fiat currency; null for coins. */
  symbol: z.string().nullable(),
  /** Smallest internal transfer. */
  transferMin: decimal,
  /** Where it can come from and go to; empty: it moves inside Marigold only. */
  chains: z.array(CurrencyChain).max(20),
});
export type Currency = z.output<typeof Currency>;

export const listCurrencies = endpoint({
  path: 'base/currency',
  does: 'Answers every coin and fiat currency that can be held.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(Currency).max(200) }),
  refusals: [],
});

export const listChains = endpoint({
  path: 'base/chain',
  does: 'Answers every chain: confirmations, explorer pages, and how far it was read.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    list: z
      .array(
        z.strictObject({
          chain: chainCode,
          name: z.string(),
          standard: z.string(),
          family: z.enum(['evm', 'tron']),
          /** What payment requests call it (EIP-681: the chain id); null before it was first read, and for tron. */
          networkId: z.string().nullable(),
          confirmations: z.int(),
          /** Milliseconds between two blocks, usually. */
          blockMs: z.int(),
          /** Pages of an explorer with {id} in them. */
          explorerTransaction: z.string().nullable(),
          explorerAccount: z.string().nullable(),
          /** The newest block that was read; null before the first. */
          height: z.int().nullable(),
          /** live, late (nothing new for long), halted (a person must look), off. */
          state: z.enum(['live', 'late', 'halted', 'off']),
        }),
      )
      .max(20),
  }),
  refusals: [],
});
