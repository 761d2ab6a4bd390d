/** Orders, fills and what they cost. Orders are acknowledged after the commit of everything they changed. */
import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, decimal, id, listOf, page, pair, payPassword, time, verify } from '../fields.ts';
import { side } from './market.ts';

export const OrderType = z.enum(['limit', 'market']);
export type OrderType = z.output<typeof OrderType>;

/** Good till cancelled; immediate or cancel; fill or kill; post only (never takes). */
export const TimeInForce = z.enum(['gtc', 'ioc', 'fok', 'post']);
export type TimeInForce = z.output<typeof TimeInForce>;

/** domain.md B.11. An order that is refused is not kept, so pending and reject are no status of a row. */
export const OrderStatus = z.enum(['wait', 'done', 'cancel']);
export type OrderStatus = z.output<typeof OrderStatus>;

/** What a history can be asked for: one status, or `over` for every one that an order does not leave again. */
export const OrderStatusFilter = z.enum([...OrderStatus.options, 'over']);
export type OrderStatusFilter = z.output<typeof OrderStatusFilter>;

/** Who or what ended an order before it was filled. */
export const CancelReason = z.enum(['user', 'operator', 'remainder', 'slippage', 'self_trade']);
export type CancelReason = z.output<typeof CancelReason>;

export const Order = z.strictObject({
  orderId: id,
  symbol: pair,
  side,
  type: OrderType,
  timeInForce: TimeInForce,
  /** Null for a market order. */
  price: decimal.nullable(),
  /** In the base asset; null for a market order by total. */
  amount: decimal.nullable(),
  /** What a market order by total wants to spend or get, in the quote asset. */
  total: decimal.nullable(),
  filled: decimal,
  /** What the fills came to, in the quote asset. */
  filledTotal: decimal,
  average: decimal.nullable(),
  /** What is set aside for it now, in `heldCurrency`. */
  held: decimal,
  heldCurrency: assetCode,
  fee: decimal,
  /** Fees are taken from what is received. */
  feeCurrency: assetCode,
  /** Frozen on the order, in percent. */
  makerPercent: decimal,
  takerPercent: decimal,
  status: OrderStatus,
  reason: CancelReason.nullable(),
  time,
  closedTime: time.nullable(),
});
export type Order = z.output<typeof Order>;

export const Fill = z.strictObject({
  tradeId: id,
  orderId: id,
  symbol: pair,
  side,
  role: z.enum(['maker', 'taker']),
  price: decimal,
  amount: decimal,
  /** Price times amount, in the quote asset. */
  total: decimal,
  fee: decimal,
  feeCurrency: assetCode,
  time,
});
export type Fill = z.output<typeof Fill>;

export const tradeConfig = endpoint({
  path: 'trade/config',
  does: 'Answers what the caller can trade with in one market: balances without what a lock or a debt holds back, fees, open orders.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ symbol: pair }),
  output: z.strictObject({
    symbol: pair,
    base: assetCode,
    quote: assetCode,
    availableBase: decimal,
    availableQuote: decimal,
    makerPercent: decimal,
    takerPercent: decimal,
    openOrders: z.int(),
    openOrdersMax: z.int(),
  }),
  refusals: ['market_unknown'],
});

const orderInput = {
  symbol: pair,
  side,
  type: OrderType,
  price: decimal.optional(),
  amount: decimal.optional(),
  /** Of a market order instead of the amount, in the quote asset. */
  total: decimal.optional(),
  timeInForce: TimeInForce.optional(),
};

/** What is wrong with an order before any book is asked. */
const orderRefusals = [
  'market_unknown',
  'market_closed',
  'market_away',
  'price_missing',
  'price_not_for_market',
  'amount_or_total',
  'time_in_force',
  'price_too_fine',
  'amount_too_fine',
  'total_too_fine',
  'total_below_minimum',
  'total_above_maximum',
  'price_outside_band',
  'index_stale',
  'no_liquidity',
  'book_outside_band',
] as const;

export const estimateOrder = endpoint({
  path: 'trade/estimate',
  does: 'Answers what an order would do against the book of this moment; it holds nothing.',
  access: 'user',
  idempotent: false,
  input: z.strictObject(orderInput),
  output: z.strictObject({
    /** What would be taken at once. */
    filled: decimal,
    filledTotal: decimal,
    average: decimal.nullable(),
    worst: decimal.nullable(),
    /** How far the average lies from the best price, in percent. */
    slippagePercent: decimal,
    fee: decimal,
    feeCurrency: assetCode,
    /** What the caller gets for what is taken, after the fee. */
    receive: decimal,
    /** Whether nothing would be left over. */
    isWhole: z.boolean(),
  }),
  refusals: orderRefusals,
});

export const confirmTrading = endpoint({
  path: 'trade/confirm',
  does: 'Lets this session place orders, for the payment password; any change of a secret ends that.',
  access: 'user',
  idempotent: false,
  frozenIn: 'trade',
  input: z.strictObject({ payPassword }),
  output: z.strictObject({}),
  refusals: [
    'trade_frozen',
    'payment_password_missing',
    'payment_password_incorrect',
    'payment_password_locked',
    'payment_password_disabled',
  ],
});

export const allowLoss = endpoint({
  path: 'trade/allow',
  does: 'Lets the orders of the caller give away so much more in one market for a day, for a code that names the sum.',
  access: 'user',
  idempotent: true,
  // A freeze of trading stops it as well: the handler asks for that too. Of both this one is the wider, and a
  // mailbox alone shall not raise what orders may give away while sending is paused.
  frozenIn: 'payout',
  objectId: 'allowanceId',
  input: z.strictObject({
    symbol: pair,
    /** In the quote asset: what `trade/submit` said with its refusal, or less. */
    amount: decimal,
    verify: verify.optional(),
  }),
  output: z.strictObject({ allowanceId: id, until: time }),
  refusals: [
    'market_unknown',
    'payouts_frozen',
    'trade_frozen',
    'trade_confirm',
    'total_too_fine',
    'total_below_minimum',
    'total_above_maximum',
    'verification_required',
    'verification_incorrect',
    'verification_void',
    'verification_expired',
    'two_step_locked',
  ],
  limits: [{ per: 'user', count: 10, seconds: 60 }],
});

export const submitOrder = endpoint({
  path: 'trade/submit',
  does: 'Places an order: what it takes and what it sets aside is committed before the answer.',
  access: 'user',
  idempotent: true,
  frozenIn: 'trade',
  isGroupCommitted: true,
  objectId: 'orderId',
  input: z.strictObject(orderInput),
  output: z.strictObject({
    orderId: id,
    status: OrderStatus,
    filled: decimal,
    filledTotal: decimal,
    average: decimal.nullable(),
  }),
  refusals: [
    'trade_frozen',
    'trade_confirm',
    ...orderRefusals,
    'trade_limit',
    'insufficient_balance',
    'funds_locked',
    'funds_owed',
    'open_orders_full',
    'would_not_fill',
    'would_take',
    'self_trade',
    'money_stopped',
  ],
  limits: [{ per: 'user', count: 40, seconds: 2, countedIn: 'memory' }],
});

export const cancelOrder = endpoint({
  path: 'trade/cancel',
  does: 'Takes an open order off the book and gives back what it had set aside; a foreign id is the same 404 as a missing one.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  isGroupCommitted: true,
  objectId: 'orderId',
  input: z.strictObject({ orderId: id }),
  output: z.strictObject({ orderId: id, status: OrderStatus, filled: decimal }),
  refusals: ['order_closed', 'market_away', 'market_closed', 'money_stopped'],
  limits: [{ per: 'user', count: 80, seconds: 2, countedIn: 'memory' }],
});

export const cancelAllOrders = endpoint({
  path: 'trade/cancel/all',
  does: 'Takes every open order of the caller in one market off the book.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  isGroupCommitted: true,
  input: z.strictObject({ symbol: pair }),
  output: z.strictObject({ count: z.int() }),
  refusals: ['market_unknown', 'market_away', 'market_closed', 'money_stopped'],
  limits: [{ per: 'user', count: 10, seconds: 2, countedIn: 'memory' }],
});

export const openOrders = endpoint({
  path: 'trade/open',
  does: 'Answers the open orders of the caller, newest first.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ symbol: pair.optional(), ...page }),
  output: listOf(Order),
  refusals: [],
});

export const orderHistory = endpoint({
  path: 'trade/history',
  does: 'Answers the orders of the caller, newest first, by market, side, status and time.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({
    symbol: pair.optional(),
    side: side.optional(),
    status: OrderStatusFilter.optional(),
    from: time.optional(),
    to: time.optional(),
    ...page,
  }),
  output: listOf(Order),
  refusals: [],
  limits: [{ per: 'user', count: 300, seconds: 10, countedIn: 'memory' }],
  isLongRead: true,
});

export const orderDetail = endpoint({
  path: 'trade/detail',
  does: 'Answers one order of the caller with its fills; a foreign id is the same 404 as a missing one.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ orderId: id }),
  output: z.strictObject({
    order: Order,
    /** Newest first; the list of fills by order shows more. */
    fills: z.array(Fill).max(100),
    /** The bills that tell its story. */
    billIds: z.array(id).max(100),
  }),
  refusals: [],
});

export const listFills = endpoint({
  path: 'trade/fills',
  does: 'Answers the fills of the caller, newest first, by market, side, order and time.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({
    symbol: pair.optional(),
    side: side.optional(),
    orderId: id.optional(),
    from: time.optional(),
    to: time.optional(),
    ...page,
  }),
  output: listOf(Fill),
  refusals: [],
  limits: [{ per: 'user', count: 300, seconds: 10, countedIn: 'memory' }],
  isLongRead: true,
});

export const fillDetail = endpoint({
  path: 'trade/fill',
  does: 'Answers one fill of the caller; a foreign id is the same 404 as a missing one.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({ tradeId: id }),
  output: z.strictObject({ fill: Fill, feePercent: decimal, billIds: z.array(id).max(10) }),
  refusals: [],
});
