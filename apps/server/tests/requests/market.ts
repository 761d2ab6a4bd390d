import type { BaseRequests } from './base-request.ts';

export const marketRequests: BaseRequests<'market'> = {
  'market/list': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'market/ticker': {
    input: () => ({ symbol: 'BTC_USDT' }),
    visitor: 200,
    other: 200,
    fields: { symbol: 'pair' },
  },
  'market/depth': {
    input: () => ({ symbol: 'BTC_USDT', level: 1, limit: 20 }),
    visitor: 200,
    other: 200,
    fields: { symbol: 'pair', level: 'depthLevel', limit: 'depthLimit' },
    optional: ['level', 'limit'],
  },
  'market/trades': {
    input: () => ({ symbol: 'BTC_USDT', size: 20 }),
    visitor: 200,
    other: 200,
    fields: { symbol: 'pair', size: 'size' },
    optional: ['size'],
  },
  'market/kline': {
    input: () => ({ symbol: 'BTC_USDT', interval: '15m', from: 0, to: 2_000_000_000_000 }),
    visitor: 200,
    other: 200,
    fields: { symbol: 'pair', interval: 'word', from: 'timeOrText', to: 'timeOrText' },
    optional: ['from', 'to'],
  },
  'market/favor': {
    input: () => ({ symbol: 'BTC_USDT', on: true }),
    visitor: 401,
    other: 200,
    fields: { symbol: 'pair', on: 'boolean' },
  },
  'market/favorites': { input: () => ({}), visitor: 401, other: 200, fields: {} },
};
