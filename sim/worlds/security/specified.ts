/**
 * What security.md says of freezes, factors and thieves, written down a second time and in another way: the walk holds the
 * product against it. Nothing here asks the product's tables.
 */
import type { ApprovedKind, Purpose, VerifyMethod } from '@marigold/guard/factors';
import type { FreezeArea, FreezeReason } from '@marigold/guard/freezes';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

import type { AccountState } from './account.ts';

const always = Infinity;
/** Hours of each area after each event (7.1). */
const hours: Readonly<Record<FreezeReason, { readonly [Area in FreezeArea]?: number }>> = {
  passwordChanged: { payout: 24 },
  passwordReset: { payout: 24, trade: 24, card: 24, credentials: 168 },
  passwordResetStrong: { payout: 24 },
  payPasswordReset: { payout: 24, trade: 24, card: 24 },
  contactChanged: { payout: 6, card: 6 },
  googleBound: { payout: 6 },
  passkeyAdded: { payout: 6 },
  strongRemoved: { payout: 24, card: 24 },
  caseFactor: { payout: 120, trade: 120, card: 120 },
  casePassword: { payout: 72, trade: 72, card: 72 },
  notMe: { payout: always, trade: always, card: always },
  sessionCopied: { payout: always, trade: always, card: always },
  lifted: { payout: 24, trade: 24, card: 24 },
  operator: {},
  closing: { trade: always, card: always },
  identityDisabled: { payout: always, card: always },
};

/** The reason that keeps an area shut now, by these hours and what happened; undefined where none does. */
export function shutBy({ events, now }: AccountState, area: FreezeArea): FreezeReason | undefined {
  return events.find(({ reason, at, liftedAt }) => {
    const span = hours[reason][area];
    if (span === undefined) return false;
    return span === always ? liftedAt === undefined : now < at + span * hourMs;
  })?.reason;
}

/** A copy of a session is found when its owner's half was renewed and both were used (6.3). */
const copyMs = 16 * minuteMs;

export function isCopyOver({ sessions, now }: AccountState): boolean {
  const copiedAt = sessions.thief?.copiedAt;
  return copiedAt !== undefined && now > copiedAt + copyMs;
}

/** What each kind of operation needs (5.2): money by any method, the rest by what the sentence about it says. */
export const neededMethods: Readonly<Record<ApprovedKind, Purpose>> = {
  'transfer/internal': 'money',
  'transfer/submit': 'money',
  'bill/export/email': 'money',
  'trade/allow': 'credential',
  'user/password/set': 'ownPassword',
  'user/paypwd/reset': 'credential',
  'user/freeze/lift': 'credential',
  'user/google/bind': 'credential',
  'user/google/unbind': 'strong',
  'user/google/codes': 'strong',
  'user/passkey/add': 'credential',
  'user/passkey/remove': 'credential',
  'user/limit/set': 'credential',
};

/** Why a method must not approve a purpose now (5.2); undefined where it may. */
export function whyNoApproval(
  { account, google, passkey, reset, now }: AccountState,
  purpose: Purpose,
  method: VerifyMethod,
): string | undefined {
  const isStrong = method === 'google' || method === 'passkey';
  if (purpose === 'money') {
    const isNew = method === 'passkey' && passkey !== undefined && now < passkey.moneyFrom;
    return isNew ? 'a new key approves money at once' : undefined;
  }
  if (purpose === 'strong' && !isStrong) return 'a contact approves what asks for a strong factor';
  if (!isStrong && (google !== undefined || passkey !== undefined))
    return 'a contact approves a credential beside a strong factor';
  if (reset === undefined || purpose === 'ownPassword') return undefined;
  if (now < reset.at + dayMs) return 'a login password counts as a factor within a day of its reset';
  if (purpose !== 'credential' || reset.by !== method) return undefined;
  if (account.contacts.length > 1) return 'the channel of a reset approves though another class is bound';
  return now < reset.at + 7 * dayMs ? 'the channel of a reset approves within seven days' : undefined;
}

/** What everybody hears of who owns the account, by the call. */
export const notices: Readonly<Record<string, string>> = {
  'user/login': 'newDevice',
  'user/passkey/login': 'newDevice',
  'user/forget/reset email': 'passwordReset',
  'user/forget/reset sms': 'passwordReset',
  'user/password/set': 'passwordChanged',
  'user/paypwd/set': 'payPasswordSet',
  'user/paypwd/reset': 'payPasswordReset',
  'user/google/bind': 'googleBound',
  'user/google/unbind': 'googleUnbound',
  'user/google/codes': 'codesMade',
  'user/passkey/add': 'passkeyAdded',
  'user/passkey/remove': 'passkeyRemoved',
  'user/freeze/lift': 'lockLifted',
};

/** Calls that change a credential: none while `credentials` are shut, but what the owner needs to throw a thief out. */
export const changes: readonly string[] = [
  'user/paypwd/set',
  'user/paypwd/reset',
  'user/google/bind',
  'user/google/unbind',
  'user/google/codes',
  'user/passkey/add',
  'user/passkey/remove',
];

/**
 * Days until the first payout or trade of a thief whose owner never reacts (7.1), in accounts with mail; mail and phone;
 * mail and Google; all three. With mailbox and phone the second cell is stricter than the prototype's two days: a reset
 * freezes credentials for a week whichever contact approves them afterwards.
 */
export const matrix: Readonly<Record<string, readonly (number | undefined)[]>> = {
  bearer: [undefined, undefined, undefined, undefined],
  'login password': [undefined, undefined, undefined, undefined],
  'payment password': [undefined, undefined, undefined, undefined],
  'login password + payment password': [undefined, undefined, undefined, undefined],
  phone: [undefined, undefined, undefined, undefined],
  'Google phone': [undefined, undefined, undefined, undefined],
  paper: [undefined, undefined, undefined, undefined],
  'bearer + cookie': [undefined, undefined, undefined, undefined],
  'cloned profile': [undefined, undefined, undefined, undefined],
  mailbox: [8, undefined, undefined, undefined],
  'mailbox + login password': [1, 1, undefined, undefined],
  'payment password + mailbox': [1, 1, undefined, undefined],
  'mailbox + phone': [8, 8, undefined, undefined],
  'mailbox + paper': [8, undefined, undefined, undefined],
  'mailbox + Google phone': [8, undefined, 2, 2],
};
