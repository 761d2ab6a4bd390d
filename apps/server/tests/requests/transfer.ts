import type { BaseRequests } from './base-request.ts';

/** The address of nobody, with its checksum. */
const shop = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const transferRequests: BaseRequests<'transfer' | 'risk'> = {
  'transfer/config': {
    input: () => ({ currency: 'USDT', chain: 'eth' }),
    visitor: 401,
    other: 200,
    fields: { currency: 'assetCode', chain: 'chainCode' },
    optional: ['chain'],
  },
  'transfer/internal': {
    input: ({ payee, payPassword }) => ({
      to: payee,
      currency: 'USDT',
      amount: '0.01',
      amountConfirm: '0.01',
      note: 'a note',
      payPassword,
    }),
    visitor: 401,
    other: 200,
    fields: {
      to: 'visibleText',
      currency: 'assetCode',
      amount: 'decimal',
      amountConfirm: 'decimal',
      note: 'line',
      payPassword: 'sixDigits',
      verify: 'object',
    },
    optional: ['note', 'verify'],
  },
  'transfer/quote': {
    input: () => ({ currency: 'USDT', chain: 'eth', address: shop, amount: '20' }),
    visitor: 401,
    other: 200,
    fields: { currency: 'assetCode', chain: 'chainCode', address: 'addressText', amount: 'decimal' },
  },
  'transfer/submit': {
    input: async ({ quote, payPassword }) => ({
      quoteId: await quote(),
      amount: '20',
      amountConfirm: '20',
      note: 'a note',
      payPassword,
    }),
    visitor: 401,
    // Somebody else's terms are as unknown as terms that nobody was given.
    other: 422,
    fields: {
      quoteId: 'id',
      amount: 'decimal',
      amountConfirm: 'decimal',
      note: 'line',
      payPassword: 'sixDigits',
      verify: 'object',
    },
    optional: ['note', 'verify'],
  },
  'transfer/detail': {
    input: ({ owner }) => ({ id: owner.payoutBillId }),
    visitor: 401,
    other: 404,
    fields: { id: 'id' },
  },
  'transfer/cancel': {
    input: ({ owner }) => ({ id: owner.waitingBillId }),
    visitor: 401,
    other: 404,
    fields: { id: 'id' },
  },
  'risk/list': {
    input: () => ({ state: 'open', size: 20 }),
    visitor: 401,
    other: 200,
    fields: { state: 'word', cursor: 'cursor', size: 'size' },
    optional: ['state', 'cursor', 'size'],
  },
  'risk/detail': {
    input: ({ owner }) => ({ id: owner.caseId }),
    visitor: 401,
    other: 404,
    fields: { id: 'id' },
  },
  'risk/submit': {
    input: ({ owner }) => ({
      id: owner.caseId,
      answers: [
        { ask: 'purpose', text: 'rent' },
        { ask: 'relation', text: 'my landlord' },
      ],
      fileIds: [],
    }),
    visitor: 401,
    other: 404,
    fields: { id: 'id', answers: 'listOrNone', fileIds: 'listOrNone' },
  },
};
