import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { addressText, assetCode, chainCode, decimal, id, line, listOf, page, time } from '../fields.ts';
import { nameMax } from '../limits.ts';
import { PayeeLock } from './payee.ts';

/** An own address on a chain (spec: collection). Old ones stay valid for ever. */
export const Address = z.strictObject({
  id,
  chain: chainCode,
  /** With its checksum. */
  address: z.string(),
  label: z.string().nullable(),
  /** How many payments it received. */
  count: z.int(),
  time,
});
export type Address = z.output<typeof Address>;

/** decisions.md "Receiving address": after so many receipts a new one is suggested. */
export const receiptsUntilNew = 5;

export const getAddress = endpoint({
  path: 'wallet/address/get',
  does: 'Answers the newest own address for a currency on a chain; the first time it draws one.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode, chain: chainCode }),
  output: z.strictObject({
    ...Address.shape,
    currency: assetCode,
    /** True after five receipts: a new address is suggested. */
    rotate: z.boolean(),
    min: decimal,
    /** True: what contracts pay from within is not credited by itself at the moment. */
    plainOnly: z.boolean(),
    confirmations: z.int(),
    /** Usual minutes until it is credited. */
    minutes: z.int(),
    /** The address as a payment URI without an amount (EIP-681). */
    uri: z.string(),
  }),
  refusals: ['asset_unknown', 'chain_unknown', 'deposits_closed', 'addresses_exhausted'],
});

export const newAddress = endpoint({
  path: 'wallet/address/new',
  does: 'Draws another own address on a chain; at most 20 that nothing has come to.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ chain: chainCode, label: line(nameMax).optional() }),
  output: Address,
  refusals: ['chain_unknown', 'deposits_closed', 'addresses_too_many', 'addresses_exhausted'],
});

export const listAddresses = endpoint({
  path: 'wallet/address/list',
  does: 'Answers the own addresses on a chain, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ chain: chainCode, ...page }),
  output: listOf(Address),
  refusals: [],
});

export const labelAddress = endpoint({
  path: 'wallet/address/label',
  does: 'Changes what the caller calls one of the own addresses.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ id, label: line(nameMax) }),
  output: Address,
  refusals: [],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

/** State table: packages/chain/src/states.ts. */
export const DepositState = z.enum([
  'confirming',
  'dust',
  'can-trade',
  'success',
  'orphaned',
  'unsupported',
  'held',
  'recovered',
  'closed',
]);

/** What made it where no transaction did: a validator's withdrawal, or the fees of a block. */
export const DepositOrigin = z.enum(['withdrawal', 'reward']);

export const Deposit = z.strictObject({
  id,
  state: DepositState,
  /** Null: a coin that is not listed. */
  currency: assetCode.nullable(),
  chain: chainCode,
  /** Null: a coin that is not listed, of which we do not know what one is. */
  amount: decimal.nullable(),
  /** Null: no transaction made it, but `origin`. */
  txId: z.string().nullable(),
  explorer: z.string().nullable(),
  origin: DepositOrigin.nullable(),
  address: z.string(),
  /** 0 while its block is not part of the chain. */
  confirmations: z.int(),
  required: z.int(),
  /** The bill of it; null for what is below the minimum or not listed. */
  billId: id.nullable(),
  time,
});
export type Deposit = z.output<typeof Deposit>;

export const listDeposits = endpoint({
  path: 'wallet/deposit/list',
  does: 'Answers what came in on chains, newest first; `open` leaves away what is done.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({
    chain: chainCode.optional(),
    currency: assetCode.optional(),
    open: z.boolean().optional(),
    ...page,
  }),
  output: z.strictObject({
    ...listOf(Deposit).shape,
    /** What waits below the minimum: credited as soon as `missing` more has come. */
    dust: z
      .array(z.strictObject({ currency: assetCode, chain: chainCode, amount: decimal, missing: decimal }))
      .max(50),
  }),
  refusals: [],
});

export const checkAddress = endpoint({
  path: 'payee/check',
  does: 'Answers what is known of an address before anything is sent there.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ address: addressText, chain: chainCode, currency: assetCode.optional() }),
  output: z.strictObject({
    /** As it will be used, with its checksum. */
    address: z.string(),
    /** missing: it was typed without upper-case letters, so a slip cannot be seen. */
    checksum: z.enum(['good', 'missing']),
    /** Somebody of Marigold: the transfer is internal and free. The nickname, masked. */
    internal: z.string().nullable(),
    /** Whether a program lies there. */
    isContract: z.boolean(),
    /** Another payee or recipient whose address begins and ends alike. */
    lookAlike: z.strictObject({ name: z.string().nullable(), address: z.string() }).nullable(),
    /** The payee of the address book it is. */
    payee: z.strictObject({ id, name: z.string() }).nullable(),
    /** Null: any amount goes there. */
    payeeLock: PayeeLock.nullable(),
  }),
  refusals: [
    'asset_unknown',
    'chain_unknown',
    'address_malformed',
    'address_checksum',
    'address_other_chain',
    'address_is_zero',
    'address_is_token',
    'address_is_ours',
    'payee_is_self',
  ],
  limits: [{ per: 'user', count: 60, seconds: 60 }],
});
