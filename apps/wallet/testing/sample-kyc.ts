/** Identity as screens show it, one of each, whole and legal by the contract; a test says only what matters to it. */
import type { KycOrder, KycProvider, KycRecord } from '@marigold/contract/calls/kyc';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { itemsOfLevel2 } from '@marigold/partners/kyc-states';

import type { Script } from './answers.ts';
import { hour, idOf, minute, morning } from './samples.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export const sampleAuthNo = 'MK-7Q2M9XH4T0';

export const kycPrices = [
  { currency: 'USDT', amount: '10' },
  { currency: 'USDC', amount: '10' },
  { currency: 'USD', amount: '10' },
];

/** A company that answers. */
export function kycProvider(more: Partial<KycProvider> = {}): KycProvider {
  return {
    id: 'simulated',
    name: 'Verify Demo',
    contentId: 'kyc-agreement',
    version: 1,
    isOpen: true,
    ...more,
  };
}

export function sampleKycConfig(more: Partial<Output<'kyc/config'>> = {}): Output<'kyc/config'> {
  return {
    prices: kycPrices,
    providers: [kycProvider()],
    promiseHours: 24,
    hasTwoStep: true,
    levels: [
      { level: 0, usdPerDay: '0', usdPerMonth: '0' },
      { level: 1, usdPerDay: '1000', usdPerMonth: '5000' },
      { level: 2, usdPerDay: '50000', usdPerMonth: '500000' },
      { level: 3, usdPerDay: '200000', usdPerMonth: '2000000' },
    ],
    isDemo: false,
    ...more,
  };
}

/** An order that can be paid for half an hour. */
export function kycOrder(more: Partial<KycOrder> = {}): KycOrder {
  return {
    orderId: idOf(1201),
    purpose: 'system',
    status: 'pending',
    created: morning,
    expires: morning + 30 * minute,
    prices: kycPrices,
    authNo: null,
    ...more,
  };
}

/** The same after it was paid. */
export function paidKycOrder(more: Partial<KycOrder> = {}): KycOrder {
  return kycOrder({
    status: 'paid',
    expires: null,
    prices: kycPrices.slice(0, 1),
    authNo: sampleAuthNo,
    ...more,
  });
}

export function sampleKycOrder(more: Partial<Output<'kyc/order/detail'>> = {}): Output<'kyc/order/detail'> {
  return {
    ...kycOrder(),
    result: null,
    billId: null,
    timeline: [{ status: 'pending', time: morning }],
    ...more,
  };
}

/** A record that was just paid for. */
export function kycRecord(more: Partial<KycRecord> = {}): KycRecord {
  return {
    authNo: sampleAuthNo,
    purpose: 'system',
    status: 'notBound',
    use: 'unusable',
    review: 'draft',
    created: morning - hour,
    maskedName: null,
    provider: null,
    ...more,
  };
}

export function sampleKycRecord(more: Partial<Output<'kyc/detail'>> = {}): Output<'kyc/detail'> {
  return {
    ...kycRecord(),
    orderId: idOf(1201),
    items: itemsOfLevel2.map((item) => ({ item, state: 'missing', label: null, words: null })),
    attemptsLeft: 3,
    reason: null,
    document: null,
    silentSince: null,
    promiseHours: 24,
    timeline: [{ review: 'draft', time: morning - hour }],
    termYears: 5,
    keptUntil: null,
    erasedAt: null,
    ...more,
  };
}

/** Nothing was ordered yet. */
export function sampleKycStatus(more: Partial<Output<'kyc/status'>> = {}): Output<'kyc/status'> {
  return {
    level: 1,
    nextStep: 'order',
    order: null,
    record: null,
    items: 0,
    accepted: 0,
    silentSince: null,
    ...more,
  };
}

/** What the server says of identity to somebody who never asked for a check. */
export const quietKyc: Script = {
  'kyc/status': sampleKycStatus(),
  'kyc/config': sampleKycConfig(),
  'kyc/order/list': { list: [], next: null },
  'kyc/order/detail': ({ orderId }) => sampleKycOrder({ orderId }),
  'kyc/list': { list: [], next: null },
  'kyc/detail': ({ authNo }) => sampleKycRecord({ authNo }),
  'kyc/third/link': { state: 'none', url: null, expires: null, silentSince: null },
  'kyc/third/desc': ({ provider }) => ({
    ...kycProvider({ id: provider }),
    items: [...itemsOfLevel2, 'addressProof'],
    prices: kycPrices,
  }),
};
