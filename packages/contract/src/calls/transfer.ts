import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  addressText,
  assetCode,
  chainCode,
  decimal,
  id,
  line,
  payeeText,
  payPassword,
  time,
  verify,
  verifyMethod,
} from '../fields.ts';
import { remarkMax } from '../limits.ts';
import { PayeeLock } from './payee.ts';

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
  input: z.strictObject({
    currency: assetCode,
    /** Left out: what an internal transfer may be. */
    chain: chainCode.optional(),
  }),
  output: z.strictObject({
    currency: assetCode,
    chain: chainCode.nullable(),
    /** Decimals an amount may have. */
    scale: z.int(),
    fee: decimal,
    min: decimal,
    /** The most one transfer may move, in the asset; null when only the daily limit holds. */
    max: decimal.nullable(),
    available: decimal,
    /** Of it what must stay until deposits are final. */
    locked: decimal,
    /** Usual minutes until it is there; 0 for an internal transfer. */
    minutes: z.int(),
    /** Whether the fee follows the network's cost; `fee` is what it would be now. */
    feeMode: z.enum(['fixed', 'quoted']),
    /** What the 24-hour limit leaves, in USD. */
    leftToday: decimal,
    hasPayPassword: z.boolean(),
    methods: z.array(verifyMethod),
  }),
  refusals: ['asset_unknown', 'chain_unknown', 'payouts_closed', 'chain_unavailable'],
});

/** What every payment brings: the amount, typed twice, and what shows that it is the person. */
const paymentInput = {
  amount: decimal,
  amountConfirm: decimal,
  note: line(remarkMax).optional(),
  payPassword,
  verify: verify.optional(),
} as const;

/** How often money may be sent, in each of the two ways. */
const paymentLimits = [
  { per: 'user', count: 10, seconds: 60 },
  { per: 'user', count: 100, seconds: 86_400 },
] as const;

/** Why money does not leave, whoever gets it. */
const paymentRefusals = [
  'payment_password_missing',
  'payment_password_incorrect',
  'payment_password_locked',
  'payment_password_disabled',
  'payouts_frozen',
  'limit_exceeded',
  'insufficient_balance',
  'funds_locked',
  'funds_owed',
  'verification_required',
  'verification_incorrect',
  'verification_void',
  'verification_expired',
  'two_step_locked',
  'money_stopped',
] as const;

export const internalTransfer = endpoint({
  path: 'transfer/internal',
  does: 'Moves an amount to another user, free and at once; both see it in their bills.',
  access: 'user',
  idempotent: true,
  frozenIn: 'payout',
  objectId: 'billId',
  input: z.strictObject({
    to: payeeText,
    currency: assetCode,
    ...paymentInput,
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
    ...paymentRefusals,
  ],
  limits: paymentLimits,
});

/** A quote is good for a minute. */
export const quoteSeconds = 60;

/** State table: packages/chain/src/states.ts. */
export const TransferState = z.enum([
  'waiting',
  'review',
  'no-liquidity',
  'sending',
  'stuck',
  'confirming',
  'completed',
  'settled',
  'cancelled',
  'rejected',
  'failed',
]);
export type TransferState = z.output<typeof TransferState>;

export const quoteTransfer = endpoint({
  path: 'transfer/quote',
  does: 'Fixes fee and receipt of an on-chain transfer for 60 seconds; an address of Marigold makes it internal and free.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ currency: assetCode, chain: chainCode, address: addressText, amount: decimal }),
  output: z.strictObject({
    quoteId: id,
    currency: assetCode,
    chain: chainCode,
    /** With its checksum. */
    address: z.string(),
    amount: decimal,
    fee: decimal,
    /** What arrives: amount minus fee. */
    receipt: decimal,
    /** The masked nickname where the address is one of Marigold. */
    internal: z.string().nullable(),
    minutes: z.int(),
    /** new_payee: never paid before. */
    warnings: z.array(z.enum(['contract', 'look_alike', 'unchecked', 'new_payee'])).max(4),
    /** Why this amount does not go there yet: `transfer/submit` would refuse it as `payee_locked`. Null: it goes, if need be with a strong proof. */
    payeeLock: PayeeLock.nullable(),
    expires: time,
  }),
  refusals: [
    'asset_unknown',
    'chain_unknown',
    'payouts_closed',
    'chain_unavailable',
    'too_many_decimals',
    'amount_below_minimum',
    'amount_above_maximum',
    'address_malformed',
    'address_checksum',
    'address_other_chain',
    'address_is_zero',
    'address_is_token',
    'address_is_ours',
    'payee_is_self',
    'payee_other_currency',
    'recipient_too_dear',
    'recipient_refuses',
  ],
  limits: [{ per: 'user', count: 60, seconds: 60 }],
});

export const submitTransfer = endpoint({
  path: 'transfer/submit',
  does: 'Orders an on-chain transfer on the terms of a quote; the money is held at once.',
  access: 'user',
  idempotent: true,
  frozenIn: 'payout',
  objectId: 'billId',
  input: z.strictObject({
    quoteId: id,
    ...paymentInput,
  }),
  output: z.strictObject({ billId: id, status: z.enum(['waiting', 'review', 'success']) }),
  refusals: [
    'quote_unknown',
    'quote_expired',
    'quote_used',
    'quote_changed',
    'recipient_refuses',
    'amounts_differ',
    'payouts_closed',
    'payee_locked',
    ...paymentRefusals,
  ],
  limits: paymentLimits,
});

export const transferDetail = endpoint({
  path: 'transfer/detail',
  does: 'Answers how far an on-chain transfer is, by the id of its bill.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ id }),
  output: z.strictObject({
    billId: id,
    state: TransferState,
    /** Why it waits or failed: a word that a text exists for. */
    reason: z.string().nullable(),
    currency: assetCode,
    chain: chainCode,
    address: z.string(),
    amount: decimal,
    fee: decimal,
    receipt: decimal,
    txId: z.string().nullable(),
    explorer: z.string().nullable(),
    confirmations: z.int(),
    required: z.int(),
    minutes: z.int(),
    canCancel: z.boolean(),
    /** The case of risk that holds it, where the caller can answer something. */
    riskId: id.nullable(),
    timeline: z.array(z.strictObject({ state: TransferState, time })).max(50),
  }),
  refusals: [],
});

export const cancelTransfer = endpoint({
  path: 'transfer/cancel',
  does: 'Cancels an on-chain transfer that was not signed yet; the whole amount comes back.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ id }),
  output: z.strictObject({ state: TransferState }),
  refusals: ['transfer_too_late', 'money_stopped'],
});
