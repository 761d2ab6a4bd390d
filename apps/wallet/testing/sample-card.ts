/** The card shop and applications as screens show them, one of each, whole and legal; a test says only what matters to it. */
import type { CardOrder, CardProduct } from '@marigold/contract/calls/card/fields';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import {
  cancellable,
  type CardApplicationState,
  cardMailDays,
  cardStepOf,
  cardUnpaidForMs,
} from '@marigold/partners/card-states';

import type { Script } from './answers.ts';
import { sampleAuthNo } from './sample-kyc.ts';
import { day, hour, idOf, morning } from './samples.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;
type Application = Output<'card/order/detail'>;

/** The same amount in each currency that a card can be paid in. */
export function cardPrices(amount: string): CardProduct['prices'] {
  return ['USDT', 'USDC', 'USD'].map((currency) => ({ currency, amount }));
}

export const cardCompany = {
  name: 'Cards Demo',
  contentId: 'card-demo-company',
  version: 1,
  isDemo: false,
} as const;

/** MUSE platinum: plastic, by mail. */
export function cardProduct(more: Partial<CardProduct> = {}): CardProduct {
  return {
    productId: 'muse-platinum',
    design: 'muse',
    name: 'MUSE platinum',
    form: 'physical',
    network: 'Mastercard',
    currency: 'USD',
    prices: cardPrices('100'),
    fees: { recharge: '0', purchase: '0.015', atm: '0.015', foreign: null, monthly: '0' },
    rechargeMin: '10',
    rechargeMax: '10000',
    dailyLimit: '500000',
    kycLevel: 2,
    pinDigits: { min: 6, max: 6 },
    mailDays: cardMailDays,
    issuer: cardCompany,
    state: 'open',
    ...more,
  };
}

const master = {
  design: 'master',
  name: 'Master',
  fees: { recharge: '0.01', purchase: '0', atm: '0.02', foreign: '0.01', monthly: '0' },
  rechargeMax: '5000',
  dailyLimit: '5000',
  pinDigits: { min: 4, max: 6 },
} as const;

export function masterVirtual(more: Partial<CardProduct> = {}): CardProduct {
  const virtual = { productId: 'master-virtual', form: 'virtual', mailDays: null } as const;
  return cardProduct({ ...master, ...virtual, prices: cardPrices('10'), ...more });
}

export function masterPhysical(more: Partial<CardProduct> = {}): CardProduct {
  return cardProduct({ ...master, productId: 'master-physical', ...more });
}

/** As the shop lists them. */
export const cardProducts = [masterVirtual(), masterPhysical(), cardProduct()];

export function cardMethods(more: Partial<Output<'card/method'>> = {}): Output<'card/method'> {
  return {
    countries: ['DE', 'HK'],
    pickups: [
      { pickupId: 'berlin', country: 'DE', city: 'Berlin', line: 'Unter den Linden 1' },
      { pickupId: 'hongkong', country: 'HK', city: 'Hong Kong', line: "1 Queen's Road Central" },
    ],
    occupations: [
      { code: 'engineer', name: 'Engineer or IT specialist' },
      { code: 'teacher', name: 'Teacher or researcher' },
    ],
    incomes: [
      { code: 'under10k', name: 'Less than $10,000' },
      { code: 'to25k', name: '$10,000 to $25,000' },
    ],
    purposes: [
      { code: 'everyday', name: 'Everyday payments' },
      { code: 'travel', name: 'Travel' },
    ],
    ...more,
  };
}

/** An application that nothing is linked to and nothing is paid for. */
export function sampleCardOrder(more: Partial<CardOrder> = {}): CardOrder {
  return {
    applicationId: idOf(1401),
    productId: 'muse-platinum',
    design: 'muse',
    name: 'MUSE platinum',
    progress: 'binding',
    lastKnown: 'binding',
    step: 1,
    created: morning - hour,
    changed: morning - hour,
    channel: cardCompany.name,
    authNo: null,
    prices: cardPrices('100'),
    isPaid: false,
    expires: morning - hour + cardUnpaidForMs,
    reason: null,
    isRefunded: false,
    cardId: null,
    ...more,
  };
}

/** To an address in Berlin; the card is not made yet. */
export const sampleDelivery: NonNullable<Application['delivery']> = {
  method: 'mail',
  recipient: 'Anna Kovaleva',
  country: 'DE',
  city: 'Berlin',
  postal: '10115',
  line: 'Invalidenstr. 1',
  isResidential: true,
  state: null,
  carrier: null,
  tracking: null,
  shipped: null,
  mailBy: null,
};

export function sampleApplication(more: Partial<Application> = {}): Application {
  return {
    ...sampleCardOrder(),
    latinName: 'ANNA KOVALEVA',
    timeline: [{ progress: 'binding', at: morning - hour }],
    missing: [],
    triesLeft: 3,
    canCancel: true,
    silentSince: null,
    nextLook: null,
    delivery: sampleDelivery,
    billId: null,
    ...more,
  };
}

/** What is true of an application once it was paid, in a state of the table. */
export function paidCard(state: CardApplicationState): Partial<Application> {
  return {
    progress: state,
    lastKnown: state,
    step: cardStepOf[state],
    authNo: sampleAuthNo,
    prices: cardPrices('100').slice(0, 1),
    isPaid: true,
    expires: null,
    canCancel: cancellable.has(state),
    billId: idOf(301),
    timeline: [
      { progress: 'binding', at: morning - 2 * day },
      { progress: state, at: morning - day },
    ],
  };
}

/** What the server says of the shop and applications to somebody who has none. */
export const quietCardShop: Script = {
  'card/product/list': { list: cardProducts },
  'card/method': cardMethods(),
  'card/list': { list: [] },
  'card/order/list': { list: [], next: null },
  'card/order/detail': ({ applicationId }) => sampleApplication({ applicationId }),
};
