/** Identity as screens show it, one of each, whole and legal by the contract; a test says only what matters to it. */
import type { KycOrder, KycProvider, KycRecord } from '@marigold/contract/calls/kyc';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { itemsOfLevel2, optionalItems, ownItems, pictureItems } from '@marigold/partners/kyc-states';

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
    way: 'page',
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

/** The house itself, where everything is given here. */
export const kycHouse = kycProvider({ id: 'house', name: 'Marigold', contentId: 'kyc-house', way: 'own' });

/** What a person has given the house of a record: nothing yet. */
export function sampleKycDraft(more: Partial<Output<'kyc/draft'>> = {}): Output<'kyc/draft'> {
  return {
    authNo: sampleAuthNo,
    review: 'draft',
    open: [...ownItems],
    missing: ownItems.filter((item) => !optionalItems.includes(item) && item !== 'idBack'),
    problems: [],
    expires: null,
    typed: {},
    pictures: [],
    proven: [],
    attemptsLeft: 3,
    phone: null,
    agreement: { contentId: 'kyc-house', version: 1, isAccepted: false },
    jobs: [
      { code: 'engineer', name: 'Engineer or IT specialist' },
      { code: 'teacher', name: 'Teacher or researcher' },
    ],
    incomes: [
      { code: 'under10k', name: 'Less than $10,000' },
      { code: 'to25k', name: '$10,000 to $25,000' },
    ],
    purposes: [
      { code: 'savings', name: 'Saving' },
      { code: 'payments', name: 'Everyday payments' },
    ],
    regions: [
      { code: 'DE', idTypes: ['idCard', 'passport'] },
      { code: 'HK', idTypes: ['idCard', 'passport'] },
      { code: 'US', idTypes: ['passport'] },
    ],
    ...more,
  };
}

/** Everything that is typed, as Anna gives it. */
export const typedOfAnna: Output<'kyc/draft'>['typed'] = {
  names: { firstName: 'Anna', lastName: 'Kovaleva' },
  birthday: '1990-05-17',
  nationality: 'DE',
  nickname: 'ANNA KOVALEVA',
  job: 'engineer',
  occupation: 'Writes programs for a bank',
  income: 'to25k',
  purpose: 'payments',
  contact: 'Telegram @anna',
  issuingRegion: 'DE',
  idNumber: { idType: 'passport', number: 'C01X00T47' },
  expiry: '2034-01-01',
};

/** The house as it seals what is given: what is read afterwards holds what was saved before. */
export function kycDraftScript(first: Output<'kyc/draft'> = sampleKycDraft()): Script {
  let draft = first;
  return {
    'kyc/draft': () => draft,
    'kyc/save': ({ items }) => {
      const given = Object.entries(items);
      const taken = given.filter(([, value]) => value === null).map(([item]) => item);
      const pictures = draft.pictures.filter(({ item }) => items[item] === undefined);
      const typed = { ...draft.typed };
      for (const [item, value] of given) {
        const picture = pictureItems.find((one) => one === item);
        if (picture === undefined) Object.assign(typed, { [item]: value ?? undefined });
        else if (value !== null) pictures.push({ item: picture, size: 4_300_000, time: morning });
      }
      const isGiven = (item: string) => given.some(([name, value]) => name === item && value !== null);
      const missing = draft.missing.filter((item) => !isGiven(item));
      const problems = draft.problems.filter(({ item }) => !isGiven(item) && !taken.includes(item));
      draft = { ...draft, typed, pictures, missing, problems };
      const { authNo, review, open, expires } = draft;
      return { authNo, review, open, missing, problems, expires };
    },
  };
}

/** Nothing was ordered yet. */
export function sampleKycStatus(more: Partial<Output<'kyc/status'>> = {}): Output<'kyc/status'> {
  return {
    level: 1,
    nextStep: 'order',
    order: null,
    record: null,
    way: null,
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
  'kyc/draft': ({ authNo }) => sampleKycDraft({ authNo }),
  'kyc/third/link': { state: 'none', url: null, expires: null, silentSince: null },
  'kyc/third/desc': ({ provider }) => ({
    ...kycProvider({ id: provider }),
    items: [...itemsOfLevel2, 'addressProof'],
    prices: kycPrices,
  }),
  'kyc/bind/list': { made: [], received: [] },
};

type Bindings = Output<'kyc/bind/list'>;

/** What this person asked of a number that is not theirs. */
export function kycBindingMade(more: Partial<Bindings['made'][number]> = {}): Bindings['made'][number] {
  return {
    bindingId: idOf(1301),
    authNo: sampleAuthNo,
    use: 'card',
    status: 'open',
    purpose: 'A card for my work',
    contact: 'ann@example.com',
    description: null,
    created: morning - hour,
    expires: morning + 7 * 24 * hour - hour,
    ...more,
  };
}

/** What somebody asks of an identity of this person. */
export function kycBindingReceived(
  more: Partial<Bindings['received'][number]> = {},
): Bindings['received'][number] {
  return { ...kycBindingMade({ bindingId: idOf(1302) }), status: 'open', from: 'B***s', ...more };
}
