import { languageIds } from '@marigold/texts/languages';
import { sayWith } from '@marigold/texts/say';
import { expect, it } from 'vitest';

import { findOwnAddress, paths } from '../../../apps/wallet/src/lib/route/paths.ts';
import { type NoticeFacts, type NoticeKind, noticeKinds } from './notices.ts';

const id = '0195d3b2-7c1e-7a52-9b1c-3f5a6d7e8f90';
const facts: { readonly [K in keyof NoticeFacts]: NoticeFacts[K] } = {
  received: { amount: '12345.678900000000000001', currency: 'ETH', from: 'a***n', billId: id },
  cameIn: { amount: '0.02', currency: 'ETH', billId: id },
  payoutCompleted: {
    amount: '12.5',
    currency: 'USDT',
    to: '0x52908400098527886E0F7030069857D2E4169EE7',
    billId: id,
  },
  payoutRefunded: { amount: '12.5', currency: 'USDT', billId: id },
  payoutBurnt: { amount: '12.5', currency: 'ETH', fee: '0.0005', billId: id },
  depositTaken: { amount: '12.5', currency: 'ETH', billId: id },
  payoutWaits: { amount: '12.5', currency: 'USDT', why: 'liquidity', billId: id },
  depositTooSmall: { amount: '4', least: '10', currency: 'USDT', chain: 'eth' },
  depositUnlisted: { network: 'Ethereum' },
  orderEnded: {
    side: 'buy',
    amount: '0.5',
    base: 'BTC',
    price: '60000.1',
    quote: 'USDT',
    orderId: id,
  },
  ordersEnded: { orders: 4, base: 'BTC', quote: 'USDT' },
  newDevice: { device: 'Pixel 9', network: '203.0.113.*', at: 1 },
  sessionCopied: { at: 1 },
  sessionsEnded: { sessions: 2, device: 'Pixel 9', network: '203.0.113.*', at: 1 },
  passwordChanged: { until: 1 },
  passwordReset: { until: 1 },
  payPasswordSet: {},
  payPasswordChanged: {},
  payPasswordReset: { until: 1 },
  payPasswordLocked: { until: 1 },
  payeeAdded: { name: 'The shop', to: '0x52908400098527886E0F7030069857D2E4169EE7' },
  lockedByOwner: {},
  lockLifted: { until: 1 },
  lockLiftedAtOnce: {},
  recoveryCodeUsed: { left: 9 },
  passwordResetStrong: { until: 1 },
  limitsChanged: { single: '20', total: '80.5', payments: 4 },
  limitsRaised: { single: '50', total: '200', payments: 10, from: 1 },
  limitsInForce: { single: '50', total: '200', payments: 1 },
  kycPaid: { amount: '10', currency: 'USDT', authNo: 'MK-0123456789' },
  kycAgain: { count: 2, left: 1, authNo: 'MK-0123456789' },
  kycApproved: { level: 2, authNo: 'MK-0123456789' },
  kycFinal: { authNo: 'MK-0123456789' },
  kycRefunded: { amount: '10', currency: 'USDT', billId: id },
  kycExpiring: { days: 7, authNo: 'MK-0123456789' },
  kycDisabled: { authNo: 'MK-0123456789', why: 'expired', sending: 'paused' },
  kycBindRequested: { from: 'b***s', authNo: 'MK-0123456789' },
  kycBindAnswered: { from: 'b***s', authNo: 'MK-0123456789', answer: 'accepted' },
  googleBound: { paused: 'yes', until: 1 },
  googleUnbound: { paused: 'no', until: 1 },
  recoveryCodesMade: {},
  passkeyAdded: { name: 'Phone', sending: 'paused', until: 1 },
  passkeyRemoved: { name: 'Phone', sending: 'open', until: 1 },
  passkeyDoubtful: { name: 'Phone' },
  exportReady: { format: 'PDF', bills: 21 },
  exportFailed: { format: 'PDF' },
  friendJoined: { friend: 'b***s' },
  ticketAnswered: { number: 'T-1', answer: 'Yes, <b>it</b> {is}.' },
  cardPaid: { name: 'MUSE platinum', amount: '100', currency: 'USDT', applicationId: id },
  cardRefunded: { name: 'MUSE platinum', amount: '100', currency: 'USDT', billId: id },
  cardAgain: { name: 'MUSE platinum', left: 2, applicationId: id },
  cardOpened: { name: 'Master', applicationId: id },
  cardShipped: { name: 'MUSE platinum', applicationId: id },
  cardDelivered: { name: 'MUSE platinum', applicationId: id },
  cardLate: { name: 'MUSE platinum', applicationId: id },
  riskAsked: { object: 'deposit', amount: '12.5', currency: 'ETH', caseId: id },
  riskDecided: {
    object: 'transfer',
    amount: '12.5',
    currency: 'ETH',
    outcome: 'refused',
    caseId: id,
  },
};

/** Where a tap on each leads, as the wallet writes its own addresses. */
const pages: Readonly<Record<NoticeKind, string | null>> = {
  received: paths.billDetail(id),
  cameIn: paths.billDetail(id),
  payoutCompleted: paths.billDetail(id),
  payoutRefunded: paths.billDetail(id),
  payoutBurnt: paths.billDetail(id),
  depositTaken: paths.billDetail(id),
  payoutWaits: paths.billDetail(id),
  depositTooSmall: paths.receive({ currency: 'USDT', chain: 'eth' }),
  depositUnlisted: paths.contact(),
  orderEnded: paths.order(id),
  ordersEnded: paths.tradeBills({ tab: 'history', pair: 'BTC_USDT' }),
  newDevice: paths.profile(),
  sessionCopied: paths.profile(),
  sessionsEnded: paths.profile(),
  lockedByOwner: paths.notMe(),
  lockLifted: paths.profile(),
  lockLiftedAtOnce: paths.profile(),
  recoveryCodeUsed: paths.profile(),
  passwordResetStrong: paths.profile(),
  limitsChanged: paths.walletLimit(),
  limitsRaised: paths.walletLimit(),
  limitsInForce: paths.walletLimit(),
  googleBound: paths.googleAuth(),
  googleUnbound: paths.googleAuth(),
  recoveryCodesMade: paths.googleAuth(),
  passkeyAdded: paths.profile(),
  passkeyRemoved: paths.profile(),
  passkeyDoubtful: paths.profile(),
  passwordChanged: paths.profile(),
  passwordReset: paths.profile(),
  payPasswordSet: paths.profile(),
  payPasswordChanged: paths.profile(),
  payPasswordReset: paths.profile(),
  payPasswordLocked: paths.profile(),
  payeeAdded: paths.payees(),
  exportReady: paths.exportBills(),
  exportFailed: paths.exportBills(),
  friendJoined: paths.invite(),
  ticketAnswered: null,
  kycPaid: paths.kycThird({ record: 'MK-0123456789' }),
  kycAgain: paths.myKyc(),
  kycBindRequested: paths.kycAuth(),
  kycBindAnswered: paths.kycRecord({ record: 'MK-0123456789' }),
  kycApproved: paths.kycRecord({ record: 'MK-0123456789' }),
  kycFinal: paths.kycRecord({ record: 'MK-0123456789' }),
  kycRefunded: paths.billDetail(id),
  kycExpiring: paths.kyc(),
  kycDisabled: paths.kyc(),
  cardPaid: paths.cardApplication({ id }),
  cardAgain: paths.cardApplication({ id }),
  cardOpened: paths.cardApplication({ id }),
  cardShipped: paths.cardApplication({ id }),
  cardDelivered: paths.cardApplication({ id }),
  cardLate: paths.cardApplication({ id }),
  cardRefunded: paths.billDetail(id),
  riskAsked: paths.riskDetail(id),
  riskDecided: paths.riskDetail(id),
};

const kinds = Object.keys(noticeKinds) as NoticeKind[];

it.each(kinds)('"%s" leads to the page that tells more', (kind) => {
  const address = leadsTo(kind, facts[kind]);
  expect(address).toBe(pages[kind]);
  expect(findOwnAddress(address ?? '/')).toBe(address ?? '/');
});

it.each(kinds)('"%s" has words in every language, made of its facts alone', (kind) => {
  for (const language of languageIds) {
    expect(sayWith(language, `notice.${kind}.title`, valuesOf(kind)), language).not.toMatch(/[{}]/);
    expect(sayWith(language, `notice.${kind}.body`, valuesOf(kind)).length, language).toBeGreaterThan(0);
  }
});

it('facts stand in the words as they are', () => {
  expect(sayWith('en', 'notice.received.title', facts.received)).toBe(
    '12,345.678900000000000001 ETH received',
  );
  expect(sayWith('en', 'notice.ticketAnswered.body', facts.ticketAnswered)).toBe('Yes, <b>it</b> {is}.');
});

function leadsTo<Kind extends NoticeKind>(kind: Kind, of: NoticeFacts[Kind]): string | null {
  return noticeKinds[kind].leadsTo(of);
}

function valuesOf(kind: NoticeKind) {
  return { ...noticeKinds[kind].says, ...facts[kind] };
}
