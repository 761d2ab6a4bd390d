import { goodPayPassword } from '../../testing/api.ts';
import type { BaseRequests } from './base-request.ts';

/** Waits in the book: nobody sells that low, and it is near enough to the index. */
const order = {
  symbol: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  price: '62000',
  amount: '0.0001',
} as const;

const orderFields = {
  symbol: 'pair',
  side: 'word',
  type: 'word',
  price: 'decimal',
  amount: 'decimal',
  total: 'decimal',
  timeInForce: 'word',
} as const;
const orderOptional = ['price', 'amount', 'total', 'timeInForce'] as const;

const listFields = { from: 'time', to: 'time', cursor: 'cursor', size: 'size' } as const;

export const tradeRequests: BaseRequests<'trade'> = {
  'trade/config': {
    input: () => ({ symbol: 'BTC_USDT' }),
    visitor: 401,
    other: 200,
    fields: { symbol: 'pair' },
  },
  'trade/estimate': {
    input: () => ({ ...order, price: '68000' }),
    visitor: 401,
    other: 200,
    fields: orderFields,
    optional: orderOptional,
  },
  'trade/confirm': {
    input: () => ({ payPassword: goodPayPassword }),
    visitor: 401,
    other: 200,
    fields: { payPassword: 'sixDigits' },
  },
  'trade/allow': {
    input: () => ({ symbol: 'BTC_USDT', amount: '1' }),
    visitor: 401,
    other: 422,
    refused: 'verification_required',
    fields: { symbol: 'pair', amount: 'decimal', verify: 'object' },
    optional: ['verify'],
  },
  'trade/submit': {
    input: () => ({ ...order, timeInForce: 'gtc' }),
    visitor: 401,
    other: 200,
    fields: orderFields,
    optional: orderOptional,
  },
  'trade/cancel': {
    input: async ({ openOrder }) => ({ orderId: await openOrder() }),
    visitor: 401,
    other: 404,
    fields: { orderId: 'id' },
  },
  'trade/cancel/all': {
    input: () => ({ symbol: 'BTC_USDT' }),
    visitor: 401,
    other: 200,
    fields: { symbol: 'pair' },
  },
  'trade/open': {
    input: () => ({ symbol: 'BTC_USDT', size: 20 }),
    visitor: 401,
    other: 200,
    fields: { symbol: 'pair', cursor: 'cursor', size: 'size' },
    optional: ['symbol', 'cursor', 'size'],
  },
  'trade/history': {
    input: () => ({ symbol: 'BTC_USDT', side: 'buy', status: 'done', from: 0, size: 20 }),
    visitor: 401,
    other: 200,
    fields: { symbol: 'pair', side: 'word', status: 'word', ...listFields },
    optional: ['symbol', 'side', 'status', 'from', 'to', 'cursor', 'size'],
  },
  'trade/detail': {
    input: ({ owner }) => ({ orderId: owner.orderId }),
    visitor: 401,
    other: 404,
    fields: { orderId: 'id' },
  },
  'trade/fills': {
    input: ({ owner }) => ({ symbol: 'BTC_USDT', side: 'buy', orderId: owner.orderId, from: 0, size: 20 }),
    visitor: 401,
    // A foreign order has no fills of theirs, like one that does not exist.
    other: 200,
    fields: { symbol: 'pair', side: 'word', orderId: 'id', ...listFields },
    optional: ['symbol', 'side', 'orderId', 'from', 'to', 'cursor', 'size'],
  },
  'trade/fill': {
    input: ({ owner }) => ({ tradeId: owner.tradeId }),
    visitor: 401,
    other: 404,
    fields: { tradeId: 'id' },
  },
};
