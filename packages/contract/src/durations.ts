/**
 * How long things last, where people are told so: the server's rules, the contract's sentences, the screens and the values
 * of texts are all of these. Plain data: browsers carry it.
 */
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';

/** How long a file of bills is kept (domain.md B.12). */
export const exportRetentionMs = dayMs;
/** How long a session lasts, whether or not this device is one's own. */
export const sessionDays = { normal: 7, remembered: 90 } as const;
/** And no longer than this, however much it is used (docs/decisions/0052). */
export const sessionDaysMax = { normal: 90, remembered: 365 } as const;
/** So long what was paid out counts for the limits of a level (domain.md B.2). */
export const payoutWindowMs = dayMs;
/** So long what an order gives away counts, and so long more of it may be allowed (docs/decisions/0044). */
export const lossWindowMs = dayMs;

/** How long an answer of a call that is applied once is kept, and with it the intent that asked. */
export const answersRetentionMs = dayMs;
/** domain.md B.12: an older rate is shown grey and not used for limits. */
export const rateStaleMs = 10 * minuteMs;
/** domain.md B.2: how long a one-time code works; nobody keeps another proof longer. */
export const codeLifeMs = 5 * minuteMs;
/** A recovery of a forgotten password, and as long again once a contact is proven. */
export const recoveryLifeMs = 15 * minuteMs;

/** The link of a security notice locks the account for this long (security.md 6.5). */
export const notMeLifeMs = 30 * dayMs;
/** So far back it takes recipients out of the address book. */
export const notMePayeesMs = 7 * dayMs;

/** security.md 6.4: whoever has a strong factor shows it again on a trusted device after so long. */
export const strongTrustMs = 30 * dayMs;

/** identity-cards-fund-agents.md 2.4: so long the owner of an identity may answer whoever wants to use it. */
export const kycBindingForMs = 7 * dayMs;

/** identity-cards-fund-agents.md 2.6: so long a phone may open the link that it is shown, and so long it may then bring photos. */
export const kycPhoneLinkMs = 10 * minuteMs;
export const kycPhoneForMs = 30 * minuteMs;

/** As texts say it. */
export function minutesIn(spanMs: number): number {
  return spanMs / minuteMs;
}

/** As texts say it. */
export function hoursIn(spanMs: number): number {
  return spanMs / hourMs;
}

/** As texts say it. */
export function daysIn(spanMs: number): number {
  return spanMs / dayMs;
}
