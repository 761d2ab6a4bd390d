import type { BaseRequests } from './base-request.ts';

/** Nobody here has two-step verification bound: what needs it is refused so. */
export const kycRequests: BaseRequests<'kyc'> = {
  'kyc/config': {
    input: () => ({ purpose: 'system' }),
    visitor: 401,
    other: 200,
    fields: { purpose: 'word' },
    optional: ['purpose'],
  },
  'kyc/status': { input: () => ({}), visitor: 401, other: 200, fields: {} },
  'kyc/order/create': {
    input: () => ({ purpose: 'system' }),
    visitor: 401,
    other: 422,
    refused: 'two_step_missing',
    fields: { purpose: 'word' },
  },
  'kyc/order/pay': {
    input: ({ owner, payPassword }) => ({
      orderId: owner.kycOrderId,
      currency: 'USDT',
      payPassword,
      google: '123456',
    }),
    visitor: 401,
    other: 404,
    refused: 'two_step_missing',
    fields: { orderId: 'id', currency: 'assetCode', payPassword: 'sixDigits', google: 'sixDigits' },
  },
  'kyc/order/cancel': {
    input: async ({ lateKycOrder }) => ({ orderId: await lateKycOrder() }),
    visitor: 401,
    other: 404,
    fields: { orderId: 'id' },
  },
  'kyc/order/list': {
    input: () => ({ status: 'pending', size: 20 }),
    visitor: 401,
    other: 200,
    fields: { status: 'word', cursor: 'cursor', size: 'size' },
    optional: ['status', 'cursor', 'size'],
  },
  'kyc/order/detail': {
    input: ({ owner }) => ({ orderId: owner.kycOrderId }),
    visitor: 401,
    other: 404,
    fields: { orderId: 'id' },
  },
  'kyc/list': {
    input: () => ({ status: 'notBound', use: 'unusable', size: 20 }),
    visitor: 401,
    other: 200,
    fields: { status: 'word', use: 'word', cursor: 'cursor', size: 'size' },
    optional: ['status', 'use', 'cursor', 'size'],
  },
  'kyc/detail': {
    input: ({ owner }) => ({ authNo: owner.authNo }),
    visitor: 401,
    other: 404,
    fields: { authNo: 'authNo' },
  },
  'kyc/third/start': {
    input: ({ owner }) => ({
      authNo: owner.authNo,
      provider: 'democompany',
      agreed: { contentId: 'kyc-demo-company', version: 1 },
    }),
    visitor: 401,
    other: 404,
    fields: { authNo: 'authNo', provider: 'partner', agreed: 'object', 'agreed.contentId': 'contentId' },
  },
  'kyc/third/link': {
    input: ({ owner }) => ({ authNo: owner.authNo }),
    visitor: 401,
    other: 404,
    fields: { authNo: 'authNo' },
  },
  'kyc/third/desc': {
    input: () => ({ provider: 'democompany' }),
    visitor: 401,
    other: 200,
    fields: { provider: 'partner' },
  },
};
