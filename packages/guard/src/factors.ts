/**
 * What proves a person, as data (security.md 5.2): which methods a second verification may use, for what, and from when.
 * A payment is approved by whatever reaches its owner; what changes a credential is approved by what is strong, once the
 * person has something strong, so that a mailbox or a phone number alone takes nothing over.
 */
import { dayMs, hourMs } from '@marigold/money/spans';

/** How an operation is approved, in the order in which methods are offered to a person who chose none. */
export const verifyMethods = ['passkey', 'google', 'email', 'sms'] as const;
export type VerifyMethod = (typeof verifyMethods)[number];
export type ContactMethod = Extract<VerifyMethod, 'email' | 'sms'>;

/** What only the person holds; a code to a contact is in the hands of whoever reads the mailbox or has the number. */
export function isStrong(method: VerifyMethod): method is Exclude<VerifyMethod, ContactMethod> {
  return method === 'passkey' || method === 'google';
}

/**
 * What each kind of operation needs. `money`: any method that reaches the person. `credential`: a strong one where one is
 * bound, else a contact that did not reset the login password lately. `ownPassword`: as `credential`, but whatever reset
 * the login password may approve another one, because that is how an owner throws a thief out. `strong`: nothing but.
 */
export type Purpose = 'money' | 'credential' | 'ownPassword' | 'strong';

export const purposes = {
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
} as const satisfies Readonly<Record<string, Purpose>>;
export type ApprovedKind = keyof typeof purposes;

/** security.md 2 and 3: a contact that is new, and a passkey that a contact approved, approve nothing for so long. */
export const newFactorMs = 6 * hourMs;
/** security.md 5.2: so long the channel that reset a login password is no second factor beside it. */
export const resetChannelMs = 7 * dayMs;

/** security.md 5.2: so long a login password that was reset is no factor, whatever else reset it with the channel. */
export const resetRestMs = dayMs;

/** A method that somebody has, and from when on it approves money and credentials; epoch milliseconds, 0: from the start. */
export type BoundMethod = {
  readonly method: VerifyMethod;
  readonly money: number;
  readonly credential: number;
};

export type FactorFacts = {
  readonly bound: readonly BoundMethod[];
  /** The person's own choice, where they made one. */
  readonly preferred: VerifyMethod | undefined;
  /** The last reset of the login password by a code alone. */
  readonly reset: { readonly by: ContactMethod; readonly at: number } | undefined;
};

/** `methods` in the order in which they are offered; where there is none, `from` says when the first one counts. */
export type MethodOffer = { readonly methods: readonly VerifyMethod[]; readonly from: number | undefined };

/** Which methods approve an operation now. `now` and `from` are in epoch milliseconds. */
export function offerMethods(
  { bound, preferred, reset }: FactorFacts,
  purpose: Purpose,
  now: number,
): MethodOffer {
  const hasStrong = bound.some(({ method }) => isStrong(method));
  const usable = bound.flatMap(({ method, money, credential }) => {
    const from = purpose === 'money' ? money : Math.max(credential, resetEnd(method));
    return mayEver(method) ? [{ method, from }] : [];
  });
  const methods = usable
    .filter(({ from }) => from <= now)
    .map(({ method }) => method)
    .toSorted((left, right) => rank(left) - rank(right));
  if (methods.length > 0) return { methods, from: undefined };
  const first = Math.min(...usable.map(({ from }) => from));
  return { methods, from: Number.isFinite(first) ? first : undefined };

  function mayEver(method: VerifyMethod): boolean {
    if (purpose === 'money' || isStrong(method)) return true;
    return purpose !== 'strong' && !hasStrong && !isOutdone(method);
  }

  /** Whoever reset the login password by this channel holds one class alone, and another one is bound. */
  function isOutdone(method: VerifyMethod): boolean {
    return purpose === 'credential' && reset?.by === method && bound.some((other) => other.method !== method);
  }

  /** What is asked for beside the login password waits until that one counts again. */
  function resetEnd(method: VerifyMethod): number {
    if (reset === undefined || purpose === 'ownPassword') return 0;
    return reset.at + (purpose === 'credential' && reset.by === method ? resetChannelMs : resetRestMs);
  }

  function rank(method: VerifyMethod): number {
    return method === preferred ? -1 : verifyMethods.indexOf(method);
  }
}
