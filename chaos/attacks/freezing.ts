/** Freezes as the attack makes, moves, ends and reads them: the product's own function writes them, SQL moves their time. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  type FreezeArea,
  freezeAreas,
  type FreezeReason,
  freezes,
  untilLifted,
} from '@marigold/guard/freezes';
import { dayMs } from '@marigold/money/spans';

import type { Victim } from './people.ts';
import type { Target } from './target.ts';

type FreezeModule = typeof import('../../apps/server/src/modules/spending/freeze.ts');
type DatabaseModule = typeof import('../../apps/server/src/platform/database/database.ts');

/** `operator` says its areas and its end itself: here all of them, for a day. */
export function areasOf(reason: FreezeReason): ReadonlySet<FreezeArea> {
  const { spans } = freezes[reason];
  return new Set(reason === 'operator' ? freezeAreas : freezeAreas.filter((area) => area in spans));
}

export function hasEnd(reason: FreezeReason): boolean {
  const { spans } = freezes[reason];
  return !Object.values(spans).includes(untilLifted);
}

export interface Freezing {
  /** Writes what the table says of a reason, whoever would write it in the product. */
  readonly freeze: (victim: Victim, reason: FreezeReason) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Of the attacked repository: a fault in its table or its function is met as in a call of it. */
export async function openFreezing({ repository, database, query, now }: Target): Promise<Freezing> {
  const load = async (path: string): Promise<unknown> =>
    await import(pathToFileURL(join(repository, 'apps/server/src', path)).href);
  const { freeze } = (await load('modules/spending/freeze.ts')) as FreezeModule;
  const { openDatabases } = (await load('platform/database/database.ts')) as DatabaseModule;
  const databases = openDatabases(database.settings.DATABASE_URL, 4);
  return {
    async freeze({ id: userId }, reason) {
      if (reason !== 'operator') {
        await databases.main
          .transaction()
          .execute(async (db) => void (await freeze(db, { userId, reason, now: now() })));
        return;
      }
      await query(
        `insert into app.freeze (id, user_id, area, reason, since, until)
         select gen_random_uuid(), $1, area, 'operator', to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000)
         from unnest($2::text[]) areas(area)`,
        [userId, freezeAreas, now(), now() + dayMs],
      );
    },
    close: async () => await databases.close(),
  };
}

/**
 * The same freezes, so much of their time later: `part` of it is over. An hour that passed and a freeze that began an hour
 * earlier are the same to whoever compares its end with the clock, and fifteen reasons need no fifteen restarts.
 */
export async function passPart({ query, now }: Target, { id }: Victim, part: number): Promise<void> {
  await query(
    `update app.freeze set since = to_timestamp($2::float8 / 1000) - (until - since) * $3::float8,
       until = to_timestamp($2::float8 / 1000) + (until - since) * (1 - $3::float8)
     where user_id = $1 and until < 'infinity'`,
    [id, now(), part],
  );
}

/** Their last moments: all of them end then. */
export async function endAt({ query }: Target, { id }: Victim, until: number): Promise<void> {
  await query(
    `update app.freeze set since = to_timestamp($2::float8 / 1000) - (until - since),
       until = to_timestamp($2::float8 / 1000)
     where user_id = $1 and until < 'infinity'`,
    [id, until],
  );
}

/** As whoever may lift it does. */
export async function lift({ query, now }: Target, { id }: Victim): Promise<void> {
  await query(
    `update app.freeze set lifted_at = to_timestamp($2::float8 / 1000), lifted_by = 'support'
     where user_id = $1 and until = 'infinity'`,
    [id, now()],
  );
}

/** Everything whose change is a loss: balances, payments, files that leave, orders, secrets, sessions, uses of identities. */
export async function readVictim({ query }: Target, { id }: Victim): Promise<string> {
  const [row] = await query(
    `select (select json_agg(json_build_array(asset_id, kind, balance::text) order by asset_id, kind)
         from ledger.account where owner_id = $1 and balance <> 0)::text as balances,
       (select count(*) from app.bill where user_id = $1) as bills,
       (select count(*) from app.payout where user_id = $1) as payouts,
       (select count(*) from app.export where user_id = $1) as exports,
       (select count(*) from app.trade_order where user_id = $1) as orders,
       (select count(*) from app.session where user_id = $1) as sessions,
       (select password_hash || coalesce(email, '') || coalesce(phone, '') from app.person where id = $1) as login,
       (select hash from app.payment_password where user_id = $1) as payment,
       (select state from app.google where user_id = $1) as google,
       (select count(*) from app.passkey where user_id = $1) as passkeys,
       (select count(*) from app.recovery_code where user_id = $1) as codes,
       (select count(*) from app.limit_change where user_id = $1) as limits,
       (select json_agg(json_build_array(auth_no, status, use) order by auth_no)
         from app.kyc_record where user_id = $1)::text as identities`,
    [id],
  );
  return JSON.stringify(row);
}
