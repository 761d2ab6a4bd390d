/** Freezes, limits, and what is summed up before money leaves. */
import { type FreezeArea, type FreezeReason, type LiftedBy, untilLifted } from '@marigold/guard/freezes';
import type { LimitRaise, PersonLimits } from '@marigold/guard/wallet-limits';
import { formatUnits } from '@marigold/money/amount';
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { openLocksOf } from '../deposit/views.ts';
import type { Freeze, StoredFreeze } from './held-freeze.ts';
import type { Outflow } from './outflow.ts';
import { limitChangeStates } from './states.ts';
import { debtsOf, latestFreezes, limitColumns, type LimitColumns } from './views.ts';

/** Two payouts of one person follow each other, so that limits count what really went out. Ends with the transaction. */
export async function lockPayments(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout:${userId}`}, 0))`.execute(db);
}

/** A freeze that is about to be written waits for those who ask under `lockAgainstFreeze`. Ends with the transaction. */
export async function lockForFreeze(db: Database, userId: string): Promise<void> {
  await sql`select from app.person where id = ${userId} for no key update`.execute(db);
}

/** From here on a freeze waits until the transaction ends. */
export async function lockAgainstFreeze(db: Database, userId: string): Promise<void> {
  await sql`select from app.person where id = ${userId} for share`.execute(db);
}

export async function insertFreeze(
  db: Database,
  row: {
    readonly id: string;
    readonly userId: string;
    readonly area: FreezeArea;
    readonly reason: FreezeReason;
    readonly now: number;
    /** `untilLifted`: without an end of its own. */
    readonly until: number;
  },
): Promise<void> {
  const { id, userId, area, reason, now } = row;
  const until = row.until === untilLifted ? 'infinity' : new Date(row.until);
  await sql`
      insert into app.freeze (id, user_id, area, reason, since, until)
      values (${id}, ${userId}, ${area}, ${reason}, ${new Date(now)}, ${until}::timestamptz)`.execute(db);
}

/** The latest freeze of each area that nobody lifted, which may be over. */
export async function readLatestFreezes(db: Database, userId: string): Promise<readonly StoredFreeze[]> {
  const found = await sql<{ freezes: readonly StoredFreeze[] }>`
    select ${latestFreezes} as freezes from app.person p where p.id = ${userId}`.execute(db);
  return found.rows[0]?.freezes ?? [];
}

/** Of the freezes of an area that hold, the one that ends last, those of some reasons left out. */
export async function findFreeze(
  db: Database,
  userId: string,
  {
    area,
    now,
    despite = [],
  }: { readonly area: FreezeArea; readonly now: number; readonly despite?: readonly FreezeReason[] },
): Promise<Freeze | undefined> {
  const found = await sql<{ reason: FreezeReason; until: number }>`
    select reason, (extract(epoch from until) * 1000)::float8 as until from app.freeze
    where user_id = ${userId} and area = ${area} and lifted_at is null and until > ${new Date(now)}
      and not reason = any(${despite}::text[])
    order by until desc, id limit 1`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : { area, ...row };
}

/** Areas that freezes of these reasons hold. */
export async function listFrozenAreas(
  db: Database,
  { userId, reasons, now }: { userId: string; reasons: readonly FreezeReason[]; now: number },
): Promise<readonly FreezeArea[]> {
  const found = await sql<{ area: FreezeArea }>`
    select distinct area from app.freeze
    where user_id = ${userId} and reason = any(${reasons}) and lifted_at is null and until > ${new Date(now)}`.execute(
    db,
  );
  return found.rows.map(({ area }) => area);
}

/** When the first of the freezes began that hold for these reasons, in epoch milliseconds. */
export async function findFirstSince(
  db: Database,
  { userId, reasons, now }: { userId: string; reasons: readonly FreezeReason[]; now: number },
): Promise<number | undefined> {
  const found = await sql<{ since: number | null }>`
    select (extract(epoch from min(since)) * 1000)::float8 as since from app.freeze
    where user_id = ${userId} and reason = any(${reasons}) and lifted_at is null and until > ${new Date(now)}`.execute(
    db,
  );
  return found.rows[0]?.since ?? undefined;
}

/** Lifts what holds now, of some reasons or of an area; answers how many rows. They stay, with who lifted them. */
export async function markLifted(
  db: Database,
  what: {
    readonly userId: string;
    readonly by: Exclude<LiftedBy, 'time'>;
    readonly now: number;
    readonly reasons?: readonly FreezeReason[];
    readonly area?: FreezeArea;
  },
): Promise<number> {
  const { userId, by, now, reasons = null, area = null } = what;
  const at = new Date(now);
  const lifted = await sql`
    update app.freeze set lifted_at = ${at}, lifted_by = ${by}
    where user_id = ${userId} and lifted_at is null and until > ${at}
      and (${reasons}::text[] is null or reason = any(${reasons}::text[]))
      and (${area}::text is null or area = ${area})`.execute(db);
  return Number(lifted.numAffectedRows ?? 0n);
}

/** True while something of theirs is locked or owed. */
export async function isAnyHeldBack(db: Database, userId: string): Promise<boolean> {
  const stored = await sql`
    select from (${openLocksOf(userId)}) l
    union all ${debtsOf(userId)} limit 1`.execute(db);
  return stored.rows.length > 0;
}

export type LockedHoldingRow = {
  readonly asset: string;
  readonly scale: number;
  readonly available: string;
  readonly locked: string;
};

/** What somebody holds, with what is locked and owed of it. */
export async function listLockedHoldings(db: Database, userId: string): Promise<readonly LockedHoldingRow[]> {
  const found = await sql<LockedHoldingRow>`
    select a.code as asset, l.scale, coalesce(c.balance, 0)::text as available,
      (coalesce(d.units, 0) - coalesce(o.balance, 0))::text as locked
    from app.asset a
    join ledger.asset l on l.id = a.ledger_id
    left join ledger.account c on c.owner_id = ${userId} and c.asset_id = a.ledger_id and c.kind = 'available'
    left join ledger.account o on o.owner_id = ${userId} and o.asset_id = a.ledger_id and o.kind = 'debt'
    left join (
      select asset, sum(lock_units) as units from (${openLocksOf(userId)}) k group by asset
    ) d on d.asset = a.code
    where c.balance > 0 or d.units > 0 or o.balance < 0`.execute(db);
  return found.rows;
}

/** Ledger units that somebody has of an asset and nothing holds. */
export async function readAvailable(db: Database, userId: string, assetId: number): Promise<bigint> {
  const found = await sql<{ balance: string }>`
    select balance from ledger.account
    where owner_id = ${userId} and asset_id = ${assetId} and kind = 'available'`.execute(db);
  return BigInt(found.rows[0]?.balance ?? '0');
}

export type LimitRow = {
  readonly usd_per_day: string;
  readonly usd_per_month: string;
  readonly chain_usd_per_day: string;
  readonly chain_usd_per_month: string;
  readonly day: string;
  readonly month: string;
  readonly chain_day: string;
  readonly chain_month: string;
};

/** The limits of somebody's level, and what left since the two moments. */
export async function findLimits(
  db: Database,
  outflows: readonly Outflow[],
  { userId, day, month }: { readonly userId: string; readonly day: Date; readonly month: Date },
): Promise<LimitRow | undefined> {
  const left = sql.join(
    outflows.map((outflow) => outflow.limited(sql`p.id`, month)),
    sql`
      union all
      `,
  );
  const found = await sql<LimitRow>`
    select l.usd_per_day, l.usd_per_month, l.chain_usd_per_day, l.chain_usd_per_month,
      coalesce(sum(o.usd) filter (where o.created_at > ${day}), 0) as day,
      coalesce(sum(o.usd), 0) as month,
      coalesce(sum(o.usd) filter (where o.is_chain and o.created_at > ${day}), 0) as chain_day,
      coalesce(sum(o.usd) filter (where o.is_chain), 0) as chain_month
    from app.person p
    join app.payout_limit l on l.kyc_level = p.kyc_level
    left join lateral (
      ${left}
    ) o on true
    where p.id = ${userId}
    group by l.kyc_level`.execute(db);
  return found.rows[0];
}

export type PaidRow = LimitColumns & {
  readonly paid: string;
  readonly payments: number;
  /** One of them has no worth that is known. */
  readonly uncertain: boolean;
  /** When the last payment with a code was made, epoch milliseconds; null: none within the window. */
  readonly since: number | null;
};

/**
 * Somebody's own limits, and what they paid since their last payment with a code. Journals of one person are numbered in
 * the order in which they were made, whatever the clock of a call said: "since the last verified payment" is asked by number.
 */
export async function findPaid(
  db: Database,
  outflows: readonly Outflow[],
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<PaidRow | undefined> {
  const lately = sql.join(
    outflows.map((outflow) => outflow.payments(userId, since)),
    sql`
      union all
      `,
  );
  const found = await sql<PaidRow>`
    with lately as (
      ${lately}
    ), verified as (
      select max(journal_id) as journal_id, max(created_at) as at from lately where challenge_id is not null
    ), unverified as (
      select count(*)::int as payments, coalesce(sum(usd), 0)::text as paid, count(*) > count(usd) as uncertain
      from lately where journal_id > coalesce((select journal_id from verified), 0)
    )
    select u.payments, u.paid, u.uncertain, v.at as since, ${limitColumns.columns}
    from app.person p cross join unverified u cross join verified v
    ${limitColumns.joins}
    where p.id = ${userId}`.execute(db);
  return found.rows[0];
}

export type OwnLimitsRow = LimitColumns & { readonly dayLimit: string };

/** Somebody's own limits, and what their level may pay out in a day. */
export async function findOwnLimits(db: Database, userId: string): Promise<OwnLimitsRow | undefined> {
  const found = await sql<OwnLimitsRow>`
    select d.usd_per_day::text as "dayLimit", ${limitColumns.columns}
    from app.person p join app.payout_limit d on d.kyc_level = p.kyc_level
    ${limitColumns.joins}
    where p.id = ${userId}`.execute(db);
  return found.rows[0];
}

/** US cents as the tables have them. */
function dollars(cents: bigint): string {
  return formatUnits(cents, 2);
}

export async function storeOwnLimits(
  db: Database,
  userId: string,
  { single, total, payments, method, alwaysWait }: PersonLimits,
  now: number,
): Promise<void> {
  await sql`
    insert into app.person_limit (user_id, single_usd, total_usd, payments, method, always_wait, changed_at)
    values (${userId}, ${dollars(single)}, ${dollars(total)}, ${payments}, ${method}, ${alwaysWait},
      ${new Date(now)})
    on conflict (user_id) do update set single_usd = excluded.single_usd, total_usd = excluded.total_usd,
      payments = excluded.payments, method = excluded.method, always_wait = excluded.always_wait,
      changed_at = excluded.changed_at`.execute(db);
}

export async function insertRaise(
  db: Database,
  { id, userId, raise, now }: { id: string; userId: string; raise: LimitRaise; now: number },
): Promise<void> {
  const { single, total, payments, method, alwaysWait } = raise.wanted;
  await sql`
    insert into app.limit_change (id, user_id, single_usd, total_usd, payments, method, always_wait, asked_at, effective_at)
    values (${id}, ${userId}, ${dollars(single)}, ${dollars(total)}, ${payments}, ${method}, ${alwaysWait},
      ${new Date(now)}, ${new Date(raise.effectiveAt)})`.execute(db);
}

/** A raise that still waits never comes; one whose moment has come stays. True where there was one. */
export async function voidRaise(db: Database, userId: string, now: number): Promise<boolean> {
  const ended = await sql`
    update app.limit_change set state = 'void', ended_at = ${new Date(now)}
    where user_id = ${userId} and state = any(${before(limitChangeStates, 'void')}::text[])
      and effective_at > ${new Date(now)}`.execute(db);
  return ended.numAffectedRows === 1n;
}

export type AppliedRow = {
  readonly userId: string;
  readonly single: string;
  readonly total: string;
  readonly payments: number;
};

/**
 * Writes down as in force what is in force, of one person or of a number of them, and answers it. Whoever changes their
 * limits at this moment holds `lockForFreeze` and is left to do it.
 */
export async function applyRaises(
  db: Database,
  { userId, now, most }: { readonly userId?: string; readonly now: number; readonly most: number },
): Promise<readonly AppliedRow[]> {
  const own = userId ?? null;
  const applied = await sql<AppliedRow>`
    with due as (
      select c.id from app.limit_change c join app.person p on p.id = c.user_id
      where c.state = 'pending' and c.effective_at <= ${new Date(now)}
        and (${own}::uuid is null or c.user_id = ${own}::uuid)
      order by c.effective_at limit ${most} for no key update skip locked
    ), done as (
      update app.limit_change c set state = 'applied', ended_at = ${new Date(now)} from due
      where c.id = due.id and c.state = any(${before(limitChangeStates, 'applied')}::text[])
      returning c.user_id, c.single_usd, c.total_usd, c.payments, c.method, c.always_wait, c.effective_at
    )
    insert into app.person_limit as l (user_id, single_usd, total_usd, payments, method, always_wait, changed_at)
    select user_id, single_usd, total_usd, payments, method, always_wait, effective_at from done
    on conflict (user_id) do update set single_usd = excluded.single_usd, total_usd = excluded.total_usd,
      payments = excluded.payments, method = excluded.method, always_wait = excluded.always_wait,
      changed_at = excluded.changed_at
    returning l.user_id as "userId", l.single_usd::text as single, l.total_usd::text as total, l.payments`.execute(
    db,
  );
  return applied.rows;
}
