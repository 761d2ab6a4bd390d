import type { BillDetail } from '@marigold/contract/calls/bill';
import { beforeAll, describe, expect, it } from 'vitest';

import { loadTexts, sayNow, speak } from '../../lib/text/i18n.ts';
import { pictureOf } from './bill-picture.ts';

beforeAll(async () => {
  await speak('en');
  await loadTexts('pages');
});

const receiver = '0x8f3A2d5C0b1E4f6a7B8c9D0e1F2a3B4c5D6e91Ac';
const bill: BillDetail = {
  id: '018f3c1e-1111-7000-8000-000000000001',
  type: 'TRANSFER',
  status: 'success',
  direction: 'out',
  currency: 'USDT',
  decimals: 2,
  amount: '1284.5',
  counterparty: 'Mira',
  symbol: null,
  confirmations: null,
  required: null,
  time: 1_795_000_000_000,
  orderNumber: 'MG-261121201059123456',
  payType: 'onChain',
  addressKind: 'external',
  sendingAddress: null,
  receivingAddress: receiver,
  chain: 'eth',
  fee: '1.5',
  arrivedAmount: '1283',
  orderId: null,
  note: 'for the flat, key 1234',
  txId: '0x5d1c',
  origin: null,
  explorer: null,
  canCancel: false,
  reason: null,
  createTime: 1_795_000_000_000,
  submitTime: null,
  finishTime: null,
  timeline: [],
  related: [],
};
const textOf = (one: BillDetail) => JSON.stringify(pictureOf(sayNow, one, 'marigold.example'));

describe('the picture of a bill', () => {
  it('says how much, what it was, what became of it, when, and which it is', () => {
    const { lead, rows, note } = pictureOf(sayNow, bill, 'marigold.example');
    expect([lead, note]).toEqual(['\u22121,284.50\u00a0USDT', 'marigold.example']);
    expect(rows.map(({ key }) => key)).toEqual([
      'Status',
      'Type',
      'Created',
      'Receiving address',
      'Order number',
    ]);
    expect(rows.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Success', 'Transfer', 'MG-261121201059123456']),
    );
  });

  it('shows of an address its ends only, and a masked name as it is', () => {
    expect(textOf(bill)).toContain('0x8f3A');
    expect(textOf(bill)).not.toContain(receiver.slice(8, -6));
    const inside = {
      ...bill,
      payType: 'internal',
      sendingAddress: 'b*ris',
      receivingAddress: 'a*na',
    } as const;
    expect(textOf(inside)).toMatch(/b\*ris.*a\*na/);
  });

  it('never says the note, who it is called in the address book, or its transaction', () => {
    for (const secret of ['flat', '1234"', 'Mira', '0x5d1c']) expect(textOf(bill)).not.toContain(secret);
  });
});
