/** Freezes of a person: written when a secret changes, asked before money leaves and before an order is placed. */
import { Refusal, type RefusalFacts } from '@marigold/contract/endpoint';
import { type FreezeArea, freezesFrom, type FreezeReason, untilLifted } from '@marigold/guard/freezes';

import type { Database } from '../../platform/database/database.ts';
import type { Call, Session } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Freeze } from './held-freeze.ts';
import { findFreeze, insertFreeze, lockAgainstFreeze, lockForFreeze } from './store.ts';

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
 * Freezes what the reason says, and answers until when payouts are frozen now: the latest end counts. A payout that has
 * asked under `isLocking` ends before; trading has to be confirmed anew in every session.
 */
export async function freeze(
  db: Database,
  { userId, reason, now }: { readonly userId: string; readonly reason: FreezeReason; readonly now: number },
): Promise<number> {
  await lockForFreeze(db, userId);
  for (const { area, until } of freezesFrom(reason, now))
    await insertFreeze(db, { id: newRowId(), userId, area, reason, now, until });
  return (await findFreeze(db, userId, { area: 'payout', now }))?.until ?? now;
}

/**
 * Undefined while the area is not frozen. Ask it before a password, so that nobody loses a try for nothing. `isLocking`:
 * a freeze waits from here on until the caller's transaction ends, so ask once more behind a password that was hashed.
 */
export async function checkFreeze<Area extends FreezeArea>(
  { db, session, now }: Asker,
  area: Area,
  { isLocking = false }: { readonly isLocking?: boolean } = {},
): Promise<Frozen<Area>> {
  if (isLocking) await lockAgainstFreeze(db, session.userId);
  // An order comes with what its session said when it was looked up for this very call.
  const isKnown = area === 'trade' && !isLocking && 'tradeFrozenUntil' in session;
  if (isKnown && (session.tradeFrozenUntil ?? 0) <= now) return undefined;
  const held = await findFreeze(db, session.userId, { area, now });
  return held === undefined ? undefined : new Refusal(refusals[area], factsOf(held));
}

/** What the words of a refusal say: until when, or that somebody has to lift it. */
function factsOf({ reason, until }: Freeze): RefusalFacts {
  return until === untilLifted ? { reason, ends: 'lifted' } : { reason, ends: 'time', until };
}
