/** Freezes of a person: written when a secret changes, asked before money leaves and before an order is placed. */
import { Refusal } from '@marigold/contract/endpoint';
import type { FreezeArea, FreezeReason } from '@marigold/contract/user';
import { sql } from 'kysely';

import type { Call } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { freezesFrom } from './freezes.ts';

/** A freeze that holds; `until` in epoch milliseconds. */
export type Freeze = { readonly area: FreezeArea; readonly reason: FreezeReason; readonly until: number };

const refusals = { payout: 'payouts_frozen', trade: 'trade_frozen' } as const satisfies Record<
  FreezeArea,
  string
>;
type Frozen<Area extends FreezeArea> = Refusal<(typeof refusals)[Area]> | undefined;

/**
 * Freezes what the reason says, and answers until when payouts are frozen: the latest end counts. A payout that has asked
 * under `isLocking` ends before; trading has to be confirmed anew in every session.
 */
export async function freeze(
  db: Database,
  { userId, reason, now }: { readonly userId: string; readonly reason: FreezeReason; readonly now: number },
): Promise<number> {
  await sql`select from app.person where id = ${userId} for no key update`.execute(db);
  for (const { area, until } of freezesFrom(reason, now))
    await sql`
      insert into app.freeze (id, user_id, area, reason, since, until)
      values (${newId()}, ${userId}, ${area}, ${reason}, ${new Date(now)}, ${new Date(until)})`.execute(db);
  const end = await readEnd(db, userId, 'payout');
  if (end === undefined) throw new Error('Broken: every reason freezes payouts');
  return end;
}

/** A column of a statement about `app.person p`: the latest freeze of each area, which may be over. */
export const latestFreezes = sql<readonly Freeze[]>`coalesce((
  select json_agg(json_build_object('area', f.area, 'reason', f.reason, 'until', floor(extract(epoch from f.until) * 1000)))
  from (select distinct on (area) area, reason, until from app.freeze
        where user_id = p.id order by area, until desc) f), '[]')`;

/**
 * Undefined while the area is not frozen. Ask it before a password, so that nobody loses a try for nothing. `isLocking`:
 * a freeze waits from here on until the caller's transaction ends, so ask once more behind a password that was hashed.
 */
export async function checkFreeze<Area extends FreezeArea>(
  { db, session, now }: Call<'user'>,
  area: Area,
  { isLocking = false }: { readonly isLocking?: boolean } = {},
): Promise<Frozen<Area>> {
  if (isLocking) await sql`select from app.person where id = ${session.userId} for share`.execute(db);
  // An order comes with what its session said when it was looked up for this very call.
  const until =
    area === 'trade' && !isLocking ? session.tradeFrozenUntil : await readEnd(db, session.userId, area);
  return until !== undefined && until > now ? new Refusal(refusals[area], { until }) : undefined;
}

async function readEnd(db: Database, userId: string, area: FreezeArea): Promise<number | undefined> {
  const found = await sql<{ until: number | null }>`
    select max(until) as until from app.freeze where user_id = ${userId} and area = ${area}`.execute(db);
  return found.rows[0]?.until ?? undefined;
}
