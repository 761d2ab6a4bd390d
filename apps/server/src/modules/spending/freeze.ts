/** Freezes of a person: written when a secret changes, asked before money leaves and before an order is placed. */
import { Refusal, type RefusalFacts } from '@marigold/contract/endpoint';
import {
  type FreezeArea,
  freezeAreas,
  freezesFrom,
  type FreezeReason,
  type FreezeSpan,
  untilLifted,
} from '@marigold/guard/freezes';
import { raiseEndedBy } from '@marigold/guard/wallet-limits';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Session } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { type Freeze, heldNow } from './held-freeze.ts';
import {
  findFirstSince,
  findFreeze,
  insertFreeze,
  listFrozenAreas,
  lockAgainstFreeze,
  lockForFreeze,
  markLifted,
  readLatestFreezes,
  voidRaise,
} from './store.ts';

const refusals = {
  payout: 'payouts_frozen',
  trade: 'trade_frozen',
  card: 'card_frozen',
  credentials: 'credentials_frozen',
  login: 'login_frozen',
} as const satisfies Record<FreezeArea, string>;
type Frozen<Area extends FreezeArea> = Refusal<(typeof refusals)[Area]> | undefined;

/** Whose area is asked for. A session that was looked up for this very call says of trading what was so just then. */
type Asker = Pick<Call, 'db' | 'now'> & {
  readonly session: Pick<Session, 'userId'> & Partial<Pick<Session, 'tradeFrozenUntil'>>;
};

/**
 * Freezes what the reason says, and answers until when payouts are frozen now: the latest end counts, of those
 * that have one. A payout that has asked under `isLocking` ends before; trading has to be confirmed anew in every session.
 */
export async function freeze(
  db: Database,
  { userId, reason, now }: { readonly userId: string; readonly reason: FreezeReason; readonly now: number },
): Promise<number> {
  await lockForFreeze(db, userId);
  for (const { area, until } of freezesFrom(reason, now))
    await insertFreeze(db, { id: newRowId(), userId, area, reason, now, until });
  if (raiseEndedBy.has(reason)) await voidRaise(db, userId, now);
  const until = (await findFreeze(db, userId, { area: 'payout', now }))?.until ?? now;
  // A lock that somebody has to lift has no moment to tell; what this event adds has one.
  return until === untilLifted ? ownEnd(reason, now) : until;
}

function ownEnd(reason: FreezeReason, now: number): number {
  const until = freezesFrom(reason, now).find(({ area }) => area === 'payout')?.until ?? now;
  return until === untilLifted ? now : until;
}

/** Freezes one area until a moment (`untilLifted`: without an end), for a reason that says neither itself: `operator`. */
export async function freezeArea(
  db: Database,
  frozen: FreezeSpan & {
    readonly userId: string;
    readonly reason: Extract<FreezeReason, 'operator'>;
    readonly now: number;
  },
): Promise<void> {
  await lockForFreeze(db, frozen.userId);
  await insertFreeze(db, { id: newRowId(), ...frozen });
}

/** What the owner of an account locked, or what was locked for them, until they lift it themselves. */
const ownLocks = ['notMe', 'sessionCopied'] as const satisfies readonly FreezeReason[];

/** Areas that a lock of the owner's own holds, for one reason or for any of them. */
export async function listLocked(
  db: Database,
  { userId, now, reasons = ownLocks }: { userId: string; now: number; reasons?: readonly FreezeReason[] },
): Promise<readonly FreezeArea[]> {
  const held = new Set(await listFrozenAreas(db, { userId, reasons, now }));
  return freezeAreas.filter((area) => held.has(area));
}

/** When the first of the owner's own locks that hold began, in epoch milliseconds; undefined where none holds. */
export async function findLockedSince(
  db: Database,
  userId: string,
  now: number,
): Promise<number | undefined> {
  return await findFirstSince(db, { userId, reasons: ownLocks, now });
}

/** Ends the owner's own locks; what other reasons froze stays. */
export async function liftOwnLocks(db: Database, userId: string, now: number): Promise<void> {
  await lockForFreeze(db, userId);
  await markLifted(db, { userId, reasons: ownLocks, by: 'self', now });
}

/** Ends what an identity froze that did not hold: another one does (`identity`), or the house lets it hold again (`support`). */
export async function liftIdentityFreeze(
  db: Database,
  lifting: { readonly userId: string; readonly by: 'identity' | 'support'; readonly now: number },
): Promise<void> {
  await lockForFreeze(db, lifting.userId);
  await markLifted(db, { ...lifting, reasons: ['identityDisabled'] });
}

/** Ends every freeze of an area that holds, whatever its reason; answers how many there were. */
export async function liftArea(
  db: Database,
  { userId, area, now }: { readonly userId: string; readonly area: FreezeArea; readonly now: number },
): Promise<number> {
  await lockForFreeze(db, userId);
  return await markLifted(db, { userId, area, by: 'support', now });
}

/** What is frozen now, of each area the freeze that ends last. */
export async function listFreezes(db: Database, userId: string, now: number) {
  return heldNow(await readLatestFreezes(db, userId), now);
}

/**
 * Undefined while the area is not frozen. Ask it before a password, so that nobody loses a try for nothing. `isLocking`:
 * a freeze waits from here on until the caller's transaction ends, so ask once more behind a password that was hashed.
 * `despite`: freezes for these reasons do not stop the caller.
 */
export async function checkFreeze<Area extends FreezeArea>(
  { db, session, now }: Asker,
  area: Area,
  {
    isLocking = false,
    despite,
  }: { readonly isLocking?: boolean; readonly despite?: readonly FreezeReason[] } = {},
): Promise<Frozen<Area>> {
  // A change of credentials may freeze something itself: two that shared the row would wait for each other.
  if (isLocking && area === 'credentials') await lockForFreeze(db, session.userId);
  else if (isLocking) await lockAgainstFreeze(db, session.userId);
  // An order comes with what its session said when it was looked up for this very call.
  const isKnown = area === 'trade' && !isLocking && 'tradeFrozenUntil' in session;
  if (isKnown && (session.tradeFrozenUntil ?? 0) <= now) return undefined;
  const held = await findFreeze(db, session.userId, { area, now, ...(despite && { despite }) });
  return held === undefined ? undefined : new Refusal(refusals[area], factsOf(held));
}

/** What the words of a refusal say: until when, or that somebody has to lift it. */
function factsOf({ reason, until }: Freeze): RefusalFacts {
  return until === untilLifted ? { reason, ends: 'lifted' } : { reason, ends: 'time', until };
}
