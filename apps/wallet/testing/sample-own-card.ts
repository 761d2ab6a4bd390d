/** One's own cards as screens show them, whole and legal by the contract; a test says only what matters to it. */
import type { OwnCard } from '@marigold/contract/calls/card/own';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { actionsOf } from '@marigold/partners/card-states';

import type { Script } from './answers.ts';
import { day, hour, idOf, minute, morning } from './samples.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

/** A card that pays. What may be done with it follows from its state and what was wished, as at the server. */
export function ownCard(more: Partial<OwnCard> = {}): OwnCard {
  const { state = 'active', wish = state === 'locked' ? 'locked' : 'active', form = 'physical' } = more;
  return {
    cardId: idOf(1401),
    productId: 'utgl-elite',
    design: 'utglelite',
    name: 'UTGL elite',
    form,
    network: 'Mastercard',
    currency: 'USD',
    last4: form === 'physical' && state === 'pendingActive' ? null : '0917',
    holder: 'ANNA KOVALEVA',
    expiry: '2029-09',
    state,
    wish,
    isChanging: false,
    balance: '1210.5',
    available: '1204.5',
    dailyLimit: '5000',
    dailyLeft: '4880',
    readAt: morning - 2 * minute,
    silentSince: null,
    remark: null,
    maskedPhone: '+49 1** *** 114',
    actions: actionsOf({ state, wish }),
    issuer: 'MusePay Ltd.',
    isDemo: false,
    ...more,
  };
}

/** A second one, of another kind. */
export function otherCard(more: Partial<OwnCard> = {}): OwnCard {
  return ownCard({
    cardId: idOf(1402),
    productId: 'master',
    design: 'master',
    name: 'master',
    form: 'virtual',
    last4: '4821',
    available: '86.2',
    balance: '86.2',
    ...more,
  });
}

export function sampleOwnCard(more: Partial<Output<'card/info'>> = {}): Output<'card/info'> {
  return {
    ...ownCard(more),
    fees: { recharge: '0.012', purchase: '0', atm: '0.02', foreign: null, monthly: '0' },
    steps: [
      { state: 'pendingActive', channel: 'issuer', at: morning - 9 * day },
      { state: 'active', channel: 'app', at: morning - 8 * day },
    ],
    ...more,
  };
}

type OpenOrder = Output<'card/order/list'>['list'][number];

/** An application that its company looks at. */
export function openCardOrder(more: Partial<OpenOrder> = {}): OpenOrder {
  return {
    applicationId: idOf(1501),
    productId: 'utgl-black',
    design: 'utglblack',
    name: 'UTGL black',
    progress: 'approval',
    lastKnown: 'approval',
    step: 3,
    created: morning - 2 * day,
    changed: morning - hour,
    channel: 'musepay',
    authNo: 'MK-7Q2M9XH4T0',
    prices: [{ currency: 'USDT', amount: '120' }],
    isPaid: true,
    expires: null,
    reason: null,
    isRefunded: false,
    cardId: null,
    ...more,
  };
}

/** The server's list and its cards, one by one, from now on. */
export function ownCardScript(...cards: readonly Output<'card/info'>[]): Script {
  return {
    'card/list': { list: cards.map(rowOf) },
    'card/info': ({ cardId }) => cards.find((card) => card.cardId === cardId) ?? sampleOwnCard({ cardId }),
  };
}

/** A card as the list has it. */
function rowOf(card: Output<'card/info'>): OwnCard {
  const { fees: _, steps: __, ...row } = card;
  return row;
}

/** What the server says of cards to somebody who has one. */
export const quietOwnCards: Script = {
  ...ownCardScript(sampleOwnCard()),
  'card/order/list': { list: [], next: null },
};
