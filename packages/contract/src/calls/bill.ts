import { defineStates } from '@marigold/money/states';
import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, chainCode, decimal, fiat, id, listOf, page, pair, time } from '../fields.ts';
import { DepositOrigin } from './deposit.ts';

/** Spec 3: the record types of a bill, and BUY_REFUND: what came back of a purchase. */
export const BillType = z.enum([
  'UNKNOWN',
  'COLLECTION',
  'TRANSFER',
  'TRANSFER_REFUND',
  'LOCK_RECOVERY',
  'LOCK_INCREASE',
  'LOCK_REDUCE',
  'CURRENCY_TRADE',
  'CURRENCY_TRADE_RECOVERY',
  'BUY_CARD',
  'BUY_KYC',
  'BUY_REFUND',
  'CARD_RECHARGE_UTGL',
  'CARD_RECHARGE_MUSE',
  'CARD_RECHARGE_REFUND',
]);
export type BillType = z.output<typeof BillType>;

/** Spec 4: the statuses of a bill. */
export const BillStatus = z.enum([
  'running',
  'waiting',
  'pending',
  'confirming',
  'success',
  'failed',
  'can-trade',
]);
export type BillStatus = z.output<typeof BillStatus>;

/**
 * domain.md B.3: a status follows only these arrows. Failed is final, and success but for an on-chain transfer: it is
 * completed at twelve confirmations and sent again when a reorganisation takes its block before finality (decisions.md).
 */
export const billStates = defineStates<BillStatus>({
  thing: 'a bill',
  firsts: ['running', 'confirming'],
  finals: ['failed'],
  next: {
    running: ['waiting', 'success', 'failed'],
    waiting: ['pending', 'failed'],
    pending: ['confirming', 'failed'],
    confirming: ['success', 'can-trade', 'failed', 'pending'],
    'can-trade': ['success', 'failed'],
    success: ['pending'],
    failed: [],
  },
});

export const Bill = z.strictObject({
  id,
  type: BillType,
  status: BillStatus,
  direction: z.enum(['in', 'out']),
  currency: assetCode,
  /** Decimals that screens show at least. */
  decimals: z.int(),
  amount: decimal,
  /** Who stands on the other side, masked as the caller may see it. */
  counterparty: z.string().nullable(),
  /** The market of a trade; null for anything else. */
  symbol: pair.nullable(),
  /** Of an on-chain movement: confirmations so far, and how many are needed. Null for others and once it is over. */
  confirmations: z.int().nullable(),
  required: z.int().nullable(),
  time,
});
export type Bill = z.output<typeof Bill>;

const filter = {
  type: BillType.optional(),
  currency: assetCode.optional(),
  status: BillStatus.optional(),
  from: time.optional(),
  to: time.optional(),
};

export const listBills = endpoint({
  path: 'bill/list',
  does: 'Answers the bills of the caller, newest first, by type, currency, status and time.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ ...filter, ...page }),
  output: listOf(Bill),
  refusals: [],
  limits: [{ per: 'user', count: 300, seconds: 10, countedIn: 'memory' }],
  isLongRead: true,
});

export const billSummary = endpoint({
  path: 'bill/summary',
  does: 'Answers what came in and what went out under a filter, in the fiat of display at the rates of now.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ ...filter, fiat: fiat.optional() }),
  output: z.strictObject({ fiat, in: decimal, out: decimal, complete: z.boolean() }),
  refusals: [],
  limits: [{ per: 'user', count: 100, seconds: 10, countedIn: 'memory' }],
  isLongRead: true,
});

export const BillDetail = z.strictObject({
  ...Bill.shape,
  /** Order number shown to people and support. */
  orderNumber: z.string(),
  /** Spec 3 "transaction/pay type". */
  payType: z.enum(['internal', 'onChain', 'purchase']),
  addressKind: z.enum(['internal', 'external']),
  sendingAddress: z.string().nullable(),
  receivingAddress: z.string().nullable(),
  chain: chainCode.nullable(),
  fee: decimal,
  /** What arrived: amount minus fee. */
  arrivedAmount: decimal,
  /** The order of a trade; null for anything else. */
  orderId: id.nullable(),
  /** Written by the sender, seen only by the sender. */
  note: z.string().nullable(),
  /** Of an on-chain movement; all null for others. */
  txId: z.string().nullable(),
  explorer: z.string().nullable(),
  /** In place of a transaction, where none made it. */
  origin: DepositOrigin.nullable(),
  /** Whether the caller can still take an on-chain transfer back. */
  canCancel: z.boolean(),
  /** Why it waits or failed: a word that a text exists for. */
  reason: z.string().nullable(),
  createTime: time,
  submitTime: time.nullable(),
  finishTime: time.nullable(),
  timeline: z.array(z.strictObject({ status: BillStatus, time })).max(50),
  /** Bills of the same movement: the refund of a transfer, the locks of a deposit, and what they belong to. Oldest first. */
  related: z.array(z.strictObject({ id, type: BillType, status: BillStatus })).max(10),
});
export type BillDetail = z.output<typeof BillDetail>;

export const billDetail = endpoint({
  path: 'bill/detail',
  does: 'Answers every field of one bill of the caller; a foreign id is the same 404 as a missing one.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ id }),
  output: BillDetail,
  refusals: [],
});
