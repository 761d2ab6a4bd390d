/**
 * What the house does with each call: the order in which its handlers ask, around the product's own tables and pure
 * functions. Whatever is decided here and not there stands in a handler; a fault in a handler is planted here.
 */
import { contract } from '@marigold/contract/contract';
import {
  type ApprovedKind,
  type BoundMethod,
  isStrong,
  type MethodOffer,
  newFactorMs,
  offerMethods,
  purposes,
  type VerifyMethod,
} from '@marigold/guard/factors';
import { type FreezeArea, type FreezeReason, freezes, freezesFrom } from '@marigold/guard/freezes';
import { halfLifeMs, judgeHalf, overlapMs } from '@marigold/guard/session-halves';

import type { AccountState, Who } from './account.ts';

/** The areas of calls that may not be in the contract yet: what a row says there counts before it. */
const areasToCome: Readonly<Record<string, FreezeArea | 'none'>> = {
  'user/google/bind': 'credentials',
  'user/google/unbind': 'credentials',
  'user/google/codes': 'credentials',
  'user/passkey/add': 'credentials',
  'user/passkey/remove': 'credentials',
  'card/reveal': 'card',
};

const rows: Readonly<Record<string, { readonly frozenIn?: FreezeArea | 'none' }>> = contract;

function areaOfCall(path: string): FreezeArea | 'none' {
  return rows[path]?.frozenIn ?? areasToCome[path] ?? 'none';
}

/** Until when an area is frozen: the latest end counts. Undefined while it is not. */
export function frozenUntil({ freezes: held, now }: AccountState, area: FreezeArea): number | undefined {
  const ends = held.filter((one) => one.area === area).map(({ until }) => until);
  const until = Math.max(0, ...ends);
  return until > now ? until : undefined;
}

function isFrozen(state: AccountState, path: string): boolean {
  const area = areaOfCall(path);
  return area !== 'none' && frozenUntil(state, area) !== undefined;
}

/** Writes down what a reason freezes; orders have to be confirmed anew wherever trading stops. */
export function freezeFor(state: AccountState, reason: FreezeReason): AccountState {
  const { now } = state;
  const held = freezesFrom(reason, now).map((span) => ({ ...span, reason }));
  return { ...state, freezes: [...state.freezes, ...held], events: [...state.events, { reason, at: now }] };
}

export function boundMethods({ account, google, passkey }: AccountState): readonly BoundMethod[] {
  return [
    ...(passkey === undefined
      ? []
      : [{ method: 'passkey', money: passkey.moneyFrom, credential: 0 } as const]),
    ...(google === undefined ? [] : [{ method: 'google', money: 0, credential: 0 } as const]),
    ...account.contacts.map((method) => ({ method, money: 0, credential: 0 })),
  ];
}

/** What may approve an operation of this kind now, whoever asks. */
export function offerOf(state: AccountState, kind: ApprovedKind): MethodOffer {
  const { reset, now } = state;
  return offerMethods({ bound: boundMethods(state), preferred: undefined, reset }, purposes[kind], now);
}

/** Whether somebody can give what a method asks for: the code that was sent, the digits, the touch. */
export function canProve({ grips, google, passkey }: AccountState, who: Who, method: VerifyMethod): boolean {
  if (method === 'passkey') return passkey?.of === who;
  if (method === 'google')
    return google === who || (google === 'owner' && who === 'thief' && grips.includes('googlePhone'));
  return who === 'owner' || grips.includes(method === 'email' ? 'mailbox' : 'phone');
}

/** The method by which somebody approves an operation; undefined where they cannot. */
export function approves(state: AccountState, who: Who, kind: ApprovedKind): VerifyMethod | undefined {
  return offerOf(state, kind).methods.find((method) => canProve(state, who, method));
}

function hasPaper({ paper, grips }: AccountState, who: Who): boolean {
  return paper === who || (paper === 'owner' && who === 'thief' && grips.includes('paper'));
}

/** What a log-in on a device that is not trusted is asked for beside the password (security.md 6.4). */
function passesSecondStep(state: AccountState, who: Who): boolean {
  const methods = boundMethods(state).map(({ method }) => method);
  const strong = methods.filter(isStrong);
  if (strong.length === 0) return methods.some((method) => canProve(state, who, method));
  return strong.some((method) => canProve(state, who, method)) || hasPaper(state, who);
}

export const onlyOf = (who: Who) => ({ owner: who === 'owner', thief: who === 'thief' });

function logIn(state: AccountState, who: Who): AccountState | undefined {
  if (!state.login[who] || isFrozen(state, 'user/login')) return undefined;
  if (!state.trusted[who] && !passesSecondStep(state, who)) return undefined;
  return signedIn(state, who);
}

function signedIn(state: AccountState, who: Who): AccountState {
  const { sessions, trusted } = state;
  return {
    ...state,
    sessions: { ...sessions, [who]: { mayTrade: false } },
    trusted: { ...trusted, [who]: true },
  };
}

/** A key that is found without a name signs in by itself. */
function logInByPasskey(state: AccountState, who: Who): AccountState | undefined {
  const isMine = state.passkey?.of === who && !isFrozen(state, 'user/login');
  return isMine ? signedIn(state, who) : undefined;
}

/** Another login password for whoever proves a contact, and what is strong where something strong is bound. */
function resetBy(by: 'email' | 'sms') {
  return (state: AccountState, who: Who): AccountState | undefined => {
    if (!state.account.contacts.includes(by) || !canProve(state, who, by)) return undefined;
    const strong = boundMethods(state).filter(({ method }) => isStrong(method));
    if (strong.length > 0 && !strong.some(({ method }) => canProve(state, who, method))) return undefined;
    const after = freezeFor(state, strong.length > 0 ? 'passwordResetStrong' : 'passwordReset');
    const nobody = { owner: false, thief: false };
    return { ...after, login: onlyOf(who), reset: { by, at: state.now }, sessions: {}, trusted: nobody };
  };
}

type Deed = (state: AccountState, who: Who) => AccountState | undefined;

/** A call of whoever is signed in, while its area is open. */
function signed(path: string, deed: Deed): Deed {
  return (state, who) =>
    state.sessions[who] === undefined || isFrozen(state, path) ? undefined : deed(state, who);
}

const setPassword: Deed = (state, who) => {
  if (!state.login[who] || approves(state, who, 'user/password/set') === undefined) return undefined;
  return others(freezeFor({ ...state, login: onlyOf(who) }, 'passwordChanged'), who);
};

/** Of all sessions those of one person stay; nobody may trade before having confirmed it again. */
function others(state: AccountState, who: Who): AccountState {
  const own = state.sessions[who];
  return { ...state, sessions: own === undefined ? {} : { [who]: { ...own, mayTrade: false } } };
}

const setPayPassword: Deed = (state, who) =>
  state.pay !== undefined || !state.login[who] ? undefined : { ...state, pay: onlyOf(who) };

const resetPayPassword: Deed = (state, who) => {
  const { pay, login, sessions } = state;
  if (pay === undefined || !login[who]) return undefined;
  if (approves(state, who, 'user/paypwd/reset') === undefined) return undefined;
  const own = sessions[who];
  const untrading = own === undefined ? {} : { [who]: { ...own, mayTrade: false } };
  return freezeFor(
    { ...state, pay: onlyOf(who), sessions: { ...sessions, ...untrading } },
    'payPasswordReset',
  );
};

const bindGoogle: Deed = (state, who) => {
  if (state.google !== undefined || !state.login[who]) return undefined;
  const by = approves(state, who, 'user/google/bind');
  if (by === undefined) return undefined;
  const after: AccountState = { ...state, google: who, paper: who };
  return isStrong(by) ? after : freezeFor(after, 'googleBound');
};

const unbindGoogle: Deed = (state, who) => {
  if (state.google === undefined || !state.login[who]) return undefined;
  if (approves(state, who, 'user/google/unbind') === undefined && !hasPaper(state, who)) return undefined;
  const after: AccountState = { ...state, google: undefined, paper: undefined };
  return freezeFor(after, 'strongRemoved');
};

const newCodes: Deed = (state, who) => {
  const isBound = state.google !== undefined && approves(state, who, 'user/google/codes') !== undefined;
  return isBound ? { ...state, paper: who } : undefined;
};

const addPasskey: Deed = (state, who) => {
  if (state.passkey !== undefined || !state.login[who]) return undefined;
  const by = approves(state, who, 'user/passkey/add');
  if (by === undefined) return undefined;
  if (isStrong(by)) return { ...state, passkey: { of: who, moneyFrom: state.now } };
  return freezeFor({ ...state, passkey: { of: who, moneyFrom: state.now + newFactorMs } }, 'passkeyAdded');
};

const removePasskey: Deed = (state, who) => {
  if (state.passkey === undefined || !state.login[who]) return undefined;
  if (approves(state, who, 'user/passkey/remove') === undefined) return undefined;
  const after: AccountState = { ...state, passkey: undefined };
  return state.google === undefined ? freezeFor(after, 'strongRemoved') : after;
};

/** The owner's way out of a lock: login password, another one, a code. What other reasons froze stays. */
const lift: Deed = (state, who) => {
  const { now, freezes: held, events } = state;
  const isOwnLock = (reason: FreezeReason) =>
    freezes[reason].liftedBy === 'self' && (reason === 'notMe' || reason === 'sessionCopied');
  if (!held.some(({ reason, until }) => isOwnLock(reason) && until > now)) return undefined;
  if (!state.login[who] || approves(state, who, 'user/freeze/lift') === undefined) return undefined;
  const after: AccountState = {
    ...state,
    login: onlyOf(who),
    freezes: held.map((one) => (isOwnLock(one.reason) ? { ...one, until: now } : one)),
    events: events.map((one) => (isOwnLock(one.reason) ? { ...one, liftedAt: one.liftedAt ?? now } : one)),
  };
  return others(freezeFor(after, 'lifted'), who);
};

/** "This was not me", by the link of a notice: without a session, one press. */
export function lock(state: AccountState): AccountState {
  const nobody = { owner: false, thief: false };
  return { ...freezeFor(state, 'notMe'), sessions: {}, trusted: nobody };
}

/** Every call by which an account changes, by its path in the contract. */
export const deeds: Readonly<Record<string, Deed>> = {
  'user/login': logIn,
  'user/passkey/login': logInByPasskey,
  'user/forget/reset email': resetBy('email'),
  'user/forget/reset sms': resetBy('sms'),
  'user/password/set': signed('user/password/set', setPassword),
  'user/paypwd/set': signed('user/paypwd/set', setPayPassword),
  'user/paypwd/reset': signed('user/paypwd/reset', resetPayPassword),
  'user/google/bind': signed('user/google/bind', bindGoogle),
  'user/google/unbind': signed('user/google/unbind', unbindGoogle),
  'user/google/codes': signed('user/google/codes', newCodes),
  'user/passkey/add': signed('user/passkey/add', addPasskey),
  'user/passkey/remove': signed('user/passkey/remove', removePasskey),
  'user/freeze/lift': signed('user/freeze/lift', lift),
};

/** What each of them tells its owner everywhere; a log-in of a device that is trusted tells nothing. */
export const noticesOf: Readonly<Record<string, string | undefined>> = {
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

/** What a thief wants: value that leaves. A payment is one that needs no code, so this is the least that stops it. */
export const ways = {
  payout: 'transfer/submit',
  trade: 'trade/submit',
  card: 'card/reveal',
} as const;
export type Way = keyof typeof ways;

/** Whether value leaves this way now. Orders ask for the payment password once in a session. */
export function leaves(state: AccountState, who: Who, way: Way): boolean {
  const session = state.sessions[who];
  if (session === undefined || isFrozen(state, ways[way])) return false;
  const knows = state.pay?.[who] === true;
  return way === 'trade' ? knows || session.mayTrade : knows;
}

/**
 * Time goes on. A copy of the owner's session is found once the owner's own half has been renewed and used: the copy shows
 * the one before.
 */
export function later(state: AccountState, now: number): AccountState {
  const after = { ...state, now };
  const copiedAt = state.sessions.thief?.copiedAt;
  if (copiedAt === undefined) return after;
  const usedAt = copiedAt + halfLifeMs;
  if (now < usedAt + overlapMs) return after;
  const verdict = judgeHalf({ number: 2, usedAt }, 1, now);
  return verdict.kind === 'copied'
    ? { ...freezeFor(after, 'sessionCopied'), sessions: {}, trusted: { owner: false, thief: false } }
    : after;
}

/** Which step of an authenticator is the last used one, after a code of `step` was taken. */
export function storedStep(before: number, step: number): number {
  return Math.max(before, step);
}
