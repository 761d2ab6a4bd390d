/**
 * Every kind of notice: what it is about, what it needs to know and where it leads. Its words are the texts
 * `notice.<kind>.title` and `notice.<kind>.body`; its facts are exactly the values of these two. Plain data: the server
 * adds who else hears of it, the wallet how it looks.
 */
import { cardMailDays } from '@marigold/partners/card-states';

import { daysIn, exportRetentionMs, hoursIn, kycBindingForMs } from './durations.ts';
import { addressOfPage } from './pages.ts';

/** Facts hold no secrets: amounts are decimal strings, people are masked, moments are epoch milliseconds. */
export type NoticeFacts = {
  /** Money came in. */
  received: {
    readonly amount: string;
    readonly currency: string;
    readonly from: string;
    readonly billId: string;
  };
  /** Money came in over a chain, and nobody sent it: there is no name to say. */
  cameIn: { readonly amount: string; readonly currency: string; readonly billId: string };
  /** An on-chain transfer is twelve deep in its chain; `to` is the name of the address book or the account. */
  payoutCompleted: {
    readonly amount: string;
    readonly currency: string;
    readonly to: string;
    readonly billId: string;
  };
  /** An on-chain transfer could not be paid and the whole amount came back; `billId` is of the refund. */
  payoutRefunded: { readonly amount: string; readonly currency: string; readonly billId: string };
  /** An on-chain transfer was mined and failed: `fee` of its fee was used up by that, `amount` came back. */
  payoutBurnt: {
    readonly amount: string;
    readonly currency: string;
    readonly fee: string;
    readonly billId: string;
  };
  /** A chain took a deposit back, and this much of it went out of the balance; `billId` is of that. */
  depositTaken: { readonly amount: string; readonly currency: string; readonly billId: string };
  /** A transfer is held up before it is sent; `why` is `person` (somebody looks at it) or `liquidity` (we have too little). */
  payoutWaits: {
    readonly amount: string;
    readonly currency: string;
    readonly why: 'person' | 'liquidity';
    readonly billId: string;
  };
  /** Too little came to be credited alone; `least` is what has to come together, `chain` the code of where it came. */
  depositTooSmall: {
    readonly amount: string;
    readonly least: string;
    readonly currency: string;
    readonly chain: string;
  };
  /** A coin that is not listed came; `network` is what people call the chain. */
  depositUnlisted: { readonly network: string };
  /** We took an open order off the book; `amount` is what was open of it, both amounts in whole coins. */
  orderEnded: {
    readonly side: 'buy' | 'sell';
    readonly amount: string;
    readonly base: string;
    readonly price: string;
    readonly quote: string;
    readonly orderId: string;
  };
  /** As `orderEnded` for many of one market at once; `base` and `quote` are its assets. */
  ordersEnded: { readonly orders: number; readonly base: string; readonly quote: string };
  /** Somebody signed in on a device that this account never used; `none` where device or network is unknown. */
  newDevice: { readonly device: string; readonly network: string; readonly at: number };
  /** A half of a session was shown that somebody else had renewed: the session was ended, and the account locked. */
  sessionCopied: { readonly at: number };
  /** One session or more were ended from another one, on this device; `none` where device or network is unknown. */
  sessionsEnded: {
    readonly sessions: number;
    readonly device: string;
    readonly network: string;
    readonly at: number;
  };
  /** `until`: payouts are frozen till then. */
  passwordChanged: { readonly until: number };
  passwordReset: { readonly until: number };
  /** With a strong factor beside the contact: trading goes on. */
  passwordResetStrong: { readonly until: number };
  payPasswordSet: Nothing;
  payPasswordChanged: Nothing;
  /** `until`: payouts are frozen till then. */
  payPasswordReset: { readonly until: number };
  /** `until`: no payment password is taken till then. */
  payPasswordLocked: { readonly until: number };
  /** Somebody came into the address book; `to` is their masked nickname, or the address with its checksum. */
  payeeAdded: { readonly name: string; readonly to: string };
  /** Its owner locked the account, by the link of a notice or in the app. */
  lockedByOwner: Nothing;
  /** The lock was lifted by another login password; `until`: payouts, trading and cards wait till then. */
  lockLifted: { readonly until: number };
  /** It was lifted by a strong factor older than it: nothing waits. */
  lockLiftedAtOnce: Nothing;
  /** A code on paper let somebody in; `left`: how many there still are. */
  recoveryCodeUsed: { readonly left: number };
  /** Limits became narrower at once; dollars, and how many payments. */
  limitsChanged: LimitFacts;
  /** Wider ones were asked for; `from`: when they hold. */
  limitsRaised: LimitFacts & { readonly from: number };
  limitsInForce: LimitFacts;
  /** Two-step verification was bound, or taken away; `paused` is `yes` or `no`: payouts wait till `until`. */
  googleBound: { readonly paused: string; readonly until: number };
  googleUnbound: { readonly paused: string; readonly until: number };
  /** Ten new recovery codes took the place of the old ones. */
  recoveryCodesMade: Nothing;
  /** `sending` is `paused` (payouts are frozen till `until`) or `open`. */
  passkeyAdded: { readonly name: string; readonly sending: string; readonly until: number };
  passkeyRemoved: { readonly name: string; readonly sending: string; readonly until: number };
  /** The counter of a key went back: there may be a copy, and it proves nothing any more. */
  passkeyDoubtful: { readonly name: string };
  exportReady: { readonly format: string; readonly bills: number };
  exportFailed: { readonly format: string };
  /** Somebody registered by this person's invitation; masked. */
  friendJoined: { readonly friend: string };
  ticketAnswered: { readonly number: string; readonly answer: string };
  /** A rule holds money back until its owner has answered; `object` is `deposit` or `transfer`. */
  riskAsked: {
    readonly object: string;
    readonly amount: string;
    readonly currency: string;
    readonly caseId: string;
  };
  /** A person of the house decided; `outcome` is `cleared` or `refused`. */
  riskDecided: {
    readonly object: string;
    readonly amount: string;
    readonly currency: string;
    readonly outcome: string;
    readonly caseId: string;
  };
  /** A verification was paid; `authNo` is its record. */
  kycPaid: { readonly amount: string; readonly currency: string; readonly authNo: string };
  /** Some items are asked once more; `count` of them. */
  kycAgain: { readonly count: number; readonly left: number; readonly authNo: string };
  kycApproved: { readonly level: number; readonly authNo: string };
  /** Refused for good; why is told nobody whom a law forbids to tell. */
  kycFinal: { readonly authNo: string };
  /** Nobody could check, or somebody of the house gave it back. */
  kycRefunded: { readonly amount: string; readonly currency: string; readonly billId: string };
  /** The document of an identity that holds runs out in so many days, 0: at the end of this one. */
  kycExpiring: { readonly days: number; readonly authNo: string };
  /** It does not hold any more; `sending` is `paused` until another one does, or `open`. */
  kycDisabled: {
    readonly authNo: string;
    readonly why: 'expired' | 'withdrawn' | 'operator';
    readonly sending: 'paused' | 'open';
  };
  /** Somebody wants to use an identity, and its owner decides; `from` is masked. */
  kycBindRequested: { readonly from: string; readonly authNo: string };
  /** Persons of the house answered that in the place of its owner. */
  kycBindAnswered: {
    readonly from: string;
    readonly authNo: string;
    readonly answer: 'accepted' | 'refused';
  };
  /** A card was paid; `name` is its product. */
  cardPaid: {
    readonly name: string;
    readonly amount: string;
    readonly currency: string;
    readonly applicationId: string;
  };
  /** It was not issued, or its application is over: what was paid came back. */
  cardRefunded: {
    readonly name: string;
    readonly amount: string;
    readonly currency: string;
    readonly billId: string;
  };
  /** The company asks for something once more. */
  cardAgain: { readonly name: string; readonly left: number; readonly applicationId: string };
  /** It is made and can be activated. */
  cardOpened: { readonly name: string; readonly applicationId: string };
  cardShipped: { readonly name: string; readonly applicationId: string };
  cardDelivered: { readonly name: string; readonly applicationId: string };
  /** It was not mailed within the promised days. */
  cardLate: { readonly name: string; readonly applicationId: string };
};
type LimitFacts = { readonly single: string; readonly total: string; readonly payments: number };
type Nothing = Readonly<Record<string, never>>;

export type NoticeKind = keyof NoticeFacts;

type NoticeRow<Facts> = {
  readonly topic: 'money' | 'security' | 'service';
  /** The page that tells more, as an address of the app; null where the notice says all there is. */
  readonly leadsTo: (facts: Facts) => string | null;
  /** What its words say beside the facts, the same for everybody. */
  readonly says?: Readonly<Record<string, number>>;
};

/** My account: the secrets, where the account is open, and what happened to it. */
const account = addressOfPage('/pages/user/profile');

const limits = addressOfPage('/pages/user/walletlimit');
const twoStep = addressOfPage('/pages/googleauth/googleauth');

/** The one next step of a verification. */
const identity = addressOfPage('/pages/kyc/kyc');

function applicationPage({ applicationId }: { readonly applicationId: string }): string {
  return addressOfPage('/pages/card/waitkyc', { id: applicationId });
}

function kycPage(name: 'third' | 'userkyc', record: string): string {
  return addressOfPage(`/pages/kyc/${name}`, { record });
}

export const noticeKinds: { readonly [K in NoticeKind]: NoticeRow<NoticeFacts[K]> } = {
  received: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  cameIn: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  payoutCompleted: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  payoutRefunded: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  payoutBurnt: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  depositTaken: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  payoutWaits: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  depositTooSmall: {
    topic: 'money',
    leadsTo: ({ currency, chain }) => addressOfPage('/pages/index/collection', { currency, chain }),
  },
  depositUnlisted: { topic: 'money', leadsTo: () => addressOfPage('/pages/about/contact') },
  orderEnded: {
    topic: 'money',
    leadsTo: ({ orderId }) => addressOfPage('/pages/transaction/detail', { id: orderId }),
  },
  ordersEnded: {
    topic: 'money',
    leadsTo: ({ base, quote }) =>
      addressOfPage('/pages/transaction/bill', { tab: 'history', pair: `${base}_${quote}` }),
  },
  newDevice: { topic: 'security', leadsTo: () => account },
  sessionsEnded: { topic: 'security', leadsTo: () => account },
  sessionCopied: { topic: 'security', leadsTo: () => account },
  passwordChanged: { topic: 'security', leadsTo: () => account },
  passwordReset: { topic: 'security', leadsTo: () => account },
  passwordResetStrong: { topic: 'security', leadsTo: () => account },
  payPasswordSet: { topic: 'security', leadsTo: () => account },
  payPasswordChanged: { topic: 'security', leadsTo: () => account },
  payPasswordReset: { topic: 'security', leadsTo: () => account },
  payPasswordLocked: { topic: 'security', leadsTo: () => account },
  payeeAdded: { topic: 'security', leadsTo: () => addressOfPage('/pages/exchange/payee') },
  lockedByOwner: { topic: 'security', leadsTo: () => addressOfPage('/pages/user/notme') },
  lockLifted: { topic: 'security', leadsTo: () => account },
  lockLiftedAtOnce: { topic: 'security', leadsTo: () => account },
  recoveryCodeUsed: { topic: 'security', leadsTo: () => account },
  limitsChanged: { topic: 'security', leadsTo: () => limits },
  limitsRaised: { topic: 'security', leadsTo: () => limits },
  limitsInForce: { topic: 'security', leadsTo: () => limits },
  googleBound: { topic: 'security', leadsTo: () => twoStep },
  googleUnbound: { topic: 'security', leadsTo: () => twoStep },
  recoveryCodesMade: { topic: 'security', leadsTo: () => twoStep },
  passkeyAdded: { topic: 'security', leadsTo: () => account },
  passkeyRemoved: { topic: 'security', leadsTo: () => account },
  passkeyDoubtful: { topic: 'security', leadsTo: () => account },
  exportReady: {
    topic: 'service',
    leadsTo: () => addressOfPage('/pages/exchange/export'),
    says: { hours: hoursIn(exportRetentionMs) },
  },
  exportFailed: { topic: 'service', leadsTo: () => addressOfPage('/pages/exchange/export') },
  friendJoined: { topic: 'service', leadsTo: () => addressOfPage('/pages/building/building') },
  // The answer is the notice itself; no page says more.
  ticketAnswered: { topic: 'service', leadsTo: () => null },
  riskAsked: {
    topic: 'money',
    leadsTo: ({ caseId }) => addressOfPage('/pages/exchange/riskdetail', { id: caseId }),
  },
  riskDecided: {
    topic: 'money',
    leadsTo: ({ caseId }) => addressOfPage('/pages/exchange/riskdetail', { id: caseId }),
  },
  kycPaid: { topic: 'service', leadsTo: ({ authNo }) => kycPage('third', authNo) },
  kycAgain: { topic: 'service', leadsTo: () => addressOfPage('/pages/kyc/my') },
  kycApproved: { topic: 'service', leadsTo: ({ authNo }) => kycPage('userkyc', authNo) },
  kycFinal: { topic: 'service', leadsTo: ({ authNo }) => kycPage('userkyc', authNo) },
  kycRefunded: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  kycExpiring: { topic: 'service', leadsTo: () => identity },
  // What happened to an account, but nothing that "this was not me" could end.
  kycDisabled: { topic: 'service', leadsTo: () => identity },
  kycBindRequested: {
    topic: 'service',
    leadsTo: () => addressOfPage('/pages/kyc/auth'),
    says: { days: daysIn(kycBindingForMs) },
  },
  kycBindAnswered: { topic: 'service', leadsTo: ({ authNo }) => kycPage('userkyc', authNo) },
  cardPaid: { topic: 'service', leadsTo: applicationPage },
  cardRefunded: {
    topic: 'money',
    leadsTo: ({ billId }) => addressOfPage('/pages/exchange/billdetail', { id: billId }),
  },
  cardAgain: { topic: 'service', leadsTo: applicationPage },
  cardOpened: { topic: 'service', leadsTo: applicationPage },
  cardShipped: { topic: 'service', leadsTo: applicationPage },
  cardDelivered: { topic: 'service', leadsTo: applicationPage },
  cardLate: { topic: 'service', leadsTo: applicationPage, says: { days: cardMailDays } },
};
