/** Every number of identity and security, with where it comes from. */
import { codeLifeMs } from '@marigold/contract/durations';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

import { networkFactor } from '../../platform/http/limits.ts';

/**
 * domain.md B.2: six digits, 5 minutes, another after 60 s, 6 an hour per target, 30 an hour per address; 5 tries
 * (reliability.md 8). security.md 9.1: 10 a day per target, 20 an hour per device.
 */
export const codeRule = {
  digits: 6,
  lifeMs: codeLifeMs,
  resendMs: minuteMs,
  tries: 5,
  perTargetAnHour: 6,
  perTargetADay: 10,
  perAddressAnHour: 30,
  perDeviceAnHour: 20,
} as const;

/** security.md 9.1: SMS to the numbers of one dialling code; SMS_DAILY_MAX says how many in all. */
export const smsPerCountryADay = 300;

/** How a secret may be guessed: after `tries` wrong ones inside the window it is locked. */
export type TryRule = {
  readonly kind: 'login' | 'payPassword' | 'second' | 'google' | 'recoveryCode' | 'kycNumber' | 'cardDigits';
  readonly tries: number;
  readonly windowMs: number;
  /** The first lock; each further one in a row is twice as long, up to `lockMsMax`. */
  readonly lockMs: number;
  /**
   * So many wrong ones lock it for a day, however they are spread: they are forgotten by a right one, or by a day without
   * any. It is never closed for good, as nothing resets this secret but the secret itself.
   */
  readonly perDay?: number;
};

/** At most so many wrong ones in a time that begins with the first of them. */
export type TryBound = { readonly tries: number; readonly windowMs: number };

/**
 * domain.md B.2, beside the locks: what strangers may try by one typed name, from one address and from its network. Whoever
 * is on a device that they signed in on before is no stranger.
 */
export const strangerBounds = {
  name: { tries: 8, windowMs: hourMs },
  address: { tries: 40, windowMs: 6 * hourMs },
  network: { tries: 40 * networkFactor, windowMs: 6 * hourMs },
} as const satisfies Record<string, TryBound>;

/** reliability.md 8: so many wrong ones in a row, whatever the locks between them, and only a reset helps. */
export const wrongInRowMax = 100;

/** reliability.md 8: locks grow up to a day. Tries and locks are forgotten after a day without a wrong one. */
export const lockMsMax = 24 * hourMs;
export const forgottenAfterMs = 24 * hourMs;

/** reliability.md 8: 5 wrong in 15 minutes, then 15 minutes, doubling. */
export const loginRule: TryRule = { kind: 'login', tries: 5, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs };

/** domain.md B.2: 5 wrong, then locked for 24 hours. */
export const payPasswordRule: TryRule = {
  kind: 'payPassword',
  tries: 5,
  windowMs: 24 * hourMs,
  lockMs: 24 * hourMs,
};

/** security.md 9.1: 5 wrong codes of log-ins in 15 minutes and 30 in a day, over all tickets of a person. */
export const secondStepRule: TryRule = { ...loginRule, kind: 'second', perDay: 30 };
/** security.md 9.1: as many wrong codes of an authenticator, wherever they are typed. */
export const googleRule: TryRule = { ...secondStepRule, kind: 'google' };
/** The same for codes on paper. */
export const recoveryCodeRule: TryRule = { ...googleRule, kind: 'recoveryCode' };
/**
 * identity-cards-fund-agents.md 2.4: 5 numbers of identities a day that are not one's own. None is ever right, so no right
 * one forgets them; `perDay` is far away, or the rule would close them for good after a hundred.
 */
export const kycNumberRule: TryRule = {
  kind: 'kycNumber',
  tries: 5,
  windowMs: dayMs,
  lockMs: dayMs,
  perDay: 50,
};
/** identity-cards-fund-agents.md 3.3: 5 tries a day at the last digits of a card. */
export const cardDigitsRule: TryRule = {
  kind: 'cardDigits',
  tries: 5,
  windowMs: dayMs,
  lockMs: dayMs,
  perDay: 50,
};
/** security.md 6.4: so long a log-in waits for its code. */
export const loginTicketLifeMs = 10 * minuteMs;
export const loginTicketRetentionMs = dayMs;

/** Expired codes stay this long, so that "expired" can still be told from "incorrect". */
export const codesRetentionMs = dayMs;
/** Wrong tries older than this no longer lock anybody; guesses at names that nobody has leave rows as well. */
export const attemptsRetentionMs = 2 * dayMs;
/** The log of an account is shown this far back; tries at names that nobody has stay shorter. */
export const eventsRetentionMs = 400 * dayMs;
export const strangersRetentionMs = dayMs;
