/**
 * What each change of a secret freezes and for how long: the one table of freezes. A thief who got hold of a secret wants to
 * change it first and take the money then; a freeze puts time between the two, in which the owner hears of it.
 */
import { dayMs, hourMs } from '@marigold/money/spans';

/**
 * What a freeze stops. `payout`: whatever leaves the account; `trade`: new orders, never cancels; `card`: showing a card,
 * unlocking it, its PIN, recharges and card orders; `credentials`: binding, changing, removing and resetting what proves a
 * person, and raising limits; `login`: signing in.
 */
export const freezeAreas = ['payout', 'trade', 'card', 'credentials', 'login'] as const;
export type FreezeArea = (typeof freezeAreas)[number];

export const freezeReasons = [
  'passwordChanged',
  'passwordReset',
  'passwordResetStrong',
  'payPasswordReset',
  'contactChanged',
  'googleBound',
  'passkeyAdded',
  'strongRemoved',
  'caseFactor',
  'casePassword',
  'notMe',
  'sessionCopied',
  'lifted',
  'operator',
  'closing',
  'identityDisabled',
] as const;
export type FreezeReason = (typeof freezeReasons)[number];

/** Holds until somebody lifts it. */
export const untilLifted = Infinity;

/**
 * How a freeze ends: by its time alone, by its owner (`user/freeze/lift`), by two people of the house, or by an identity of its
 * owner that is verified anew.
 */
export const liftings = ['time', 'self', 'support', 'identity'] as const;
export type LiftedBy = (typeof liftings)[number];

export type FreezeRow = {
  /** How long each area is frozen, in milliseconds from the event on; an area that is not named stays open. */
  readonly spans: { readonly [Area in FreezeArea]?: number };
  readonly liftedBy: LiftedBy;
};

/** Until the owner or the house says otherwise. */
const everything = { payout: untilLifted, trade: untilLifted, card: untilLifted } as const;

/**
 * Whoever knew the old secret may go on trading; a reset can be the work of somebody who holds a mailbox alone, and bad
 * trades empty an account as well as a payout does. `operator` says its areas and its end itself.
 */
export const freezes = {
  passwordChanged: { spans: { payout: dayMs }, liftedBy: 'time' },
  passwordReset: {
    spans: { payout: dayMs, trade: dayMs, card: dayMs, credentials: 7 * dayMs },
    liftedBy: 'time',
  },
  passwordResetStrong: { spans: { payout: dayMs }, liftedBy: 'time' },
  payPasswordReset: { spans: { payout: dayMs, trade: dayMs, card: dayMs }, liftedBy: 'time' },
  contactChanged: { spans: { payout: 6 * hourMs, card: 6 * hourMs }, liftedBy: 'time' },
  googleBound: { spans: { payout: 6 * hourMs }, liftedBy: 'time' },
  passkeyAdded: { spans: { payout: 6 * hourMs }, liftedBy: 'time' },
  strongRemoved: { spans: { payout: dayMs, card: dayMs }, liftedBy: 'time' },
  caseFactor: {
    spans: { payout: 5 * dayMs, trade: 5 * dayMs, card: 5 * dayMs },
    liftedBy: 'time',
  },
  casePassword: {
    spans: { payout: 3 * dayMs, trade: 3 * dayMs, card: 3 * dayMs },
    liftedBy: 'time',
  },
  notMe: { spans: everything, liftedBy: 'self' },
  sessionCopied: { spans: everything, liftedBy: 'self' },
  // An owner without a strong factor, who lifted a lock by a new password and a code, waits a day more.
  lifted: { spans: { payout: dayMs, trade: dayMs, card: dayMs }, liftedBy: 'time' },
  operator: { spans: {}, liftedBy: 'support' },
  closing: { spans: { trade: untilLifted, card: untilLifted }, liftedBy: 'self' },
  // Trading goes on: nothing of it leaves the account.
  identityDisabled: { spans: { payout: untilLifted, card: untilLifted }, liftedBy: 'identity' },
} as const satisfies Readonly<Record<FreezeReason, FreezeRow>>;

/** A freeze from `now` on: when it ends, in epoch milliseconds; `untilLifted` for one that has no end of its own. */
export type FreezeSpan = { readonly area: FreezeArea; readonly until: number };

/** What a reason freezes from now on, and until when. */
export function freezesFrom(reason: FreezeReason, now: number): readonly FreezeSpan[] {
  const { spans }: FreezeRow = freezes[reason];
  return freezeAreas.flatMap((area) => {
    const span = spans[area];
    return span === undefined ? [] : [{ area, until: now + span }];
  });
}
