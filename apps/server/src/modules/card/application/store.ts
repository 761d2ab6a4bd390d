/** SQL of applications for cards, their steps and their deliveries. */
import { assertPath, before } from '@marigold/money/states';
import type {
  CardApplicationState,
  CardCloseReason,
  CardDeliveryState,
  HolderField,
} from '@marigold/partners/card-states';
import { cardApplicationStates, cardDeliveryStates } from '@marigold/partners/card-states';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type ApplicationRow = {
  readonly id: string;
  readonly userId: string;
  readonly productId: string;
  readonly provider: string;
  readonly state: CardApplicationState;
  readonly recordId: string | null;
  readonly details: Buffer;
  readonly tries: number;
  /** What the company wants anew. */
  readonly named: readonly HolderField[];
  readonly holderRef: string | null;
  readonly reason: CardCloseReason | null;
  readonly lookAt: number | null;
  readonly looks: number;
  readonly silentSince: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly changedAt: number;
  /** Its card, once there is one. */
  readonly cardId: string | null;
};

const columns = sql`a.id, a.user_id as "userId", a.product_id as "productId", a.provider, a.state,
  a.record_id as "recordId", a.details, a.tries, a.named, a.holder_ref as "holderRef", a.reason, a.look_at as "lookAt",
  a.looks, a.silent_since as "silentSince", a.created_at as "createdAt", a.expires_at as "expiresAt",
  a.changed_at as "changedAt", c.id as "cardId"`;

async function select(db: Database, condition: RawBuilder<unknown>): Promise<ApplicationRow[]> {
  const found = await sql<ApplicationRow>`
    select ${columns} from app.card_application a left join app.card c on c.application_id = a.id
    where ${condition}`.execute(db);
  return found.rows;
}

export async function findApplication(db: Database, id: string): Promise<ApplicationRow | undefined> {
  return (await select(db, sql`a.id = ${id}`))[0];
}

type Own = { readonly id: string; readonly userId: string };

/** One of somebody; a foreign one is none. */
export async function findApplicationOf(
  db: Database,
  { id, userId }: Own,
): Promise<ApplicationRow | undefined> {
  return (await select(db, sql`a.id = ${id} and a.user_id = ${userId}`))[0];
}

/** Locks one until the transaction ends. Whoever also locks its identity has done that before. */
export async function lockApplication(db: Database, id: string): Promise<ApplicationRow | undefined> {
  await sql`select from app.card_application where id = ${id} for update`.execute(db);
  return await findApplication(db, id);
}

/** The newest first. */
export async function listApplicationsOf(
  db: Database,
  query: {
    readonly userId: string;
    readonly isOpen: boolean | undefined;
    readonly before: string | undefined;
    readonly count: number;
  },
): Promise<ApplicationRow[]> {
  const { userId, isOpen = null, before: end = null, count } = query;
  return await select(
    db,
    sql`a.user_id = ${userId} and (${end}::uuid is null or a.id < ${end}::uuid)
      and (${isOpen}::boolean is null or (a.state not in ('active', 'closed')) = ${isOpen})
    order by a.id desc limit ${count}`,
  );
}

/** Whether somebody has a card of a product that did not end, or an application for one. */
export async function hasProduct(
  db: Database,
  { userId, productId }: { readonly userId: string; readonly productId: string },
): Promise<boolean> {
  const found = await sql`
    select from app.card_application
    where user_id = ${userId} and product_id = ${productId} and state not in ('active', 'closed')
    union all
    select from app.card
    where user_id = ${userId} and product_id = ${productId} and state not in ('lost', 'closed', 'expired')`.execute(
    db,
  );
  return found.rows.length > 0;
}

/** Whether an application that is not closed stands on an identity. */
export async function isIdentityTaken(
  db: Database,
  { recordId, except }: { readonly recordId: string; readonly except: string },
): Promise<boolean> {
  const found = await sql`
    select from app.card_application
    where record_id = ${recordId} and state <> 'closed' and id <> ${except}`.execute(db);
  return found.rows.length > 0;
}

export async function insertApplication(
  db: Database,
  row: Pick<
    ApplicationRow,
    'id' | 'userId' | 'productId' | 'provider' | 'recordId' | 'details' | 'expiresAt'
  > & {
    readonly now: number;
  },
): Promise<void> {
  const at = new Date(row.now);
  await sql`
    insert into app.card_application (id, user_id, product_id, provider, state, record_id, details, created_at, expires_at,
      changed_at)
    values (${row.id}, ${row.userId}, ${row.productId}, ${row.provider}, 'binding', ${row.recordId}, ${row.details}, ${at},
      ${new Date(row.expiresAt)}, ${at})`.execute(db);
  await insertSteps(db, row.id, ['binding'], row.now);
}

async function insertSteps(
  db: Database,
  id: string,
  states: readonly CardApplicationState[],
  now: number,
): Promise<void> {
  await sql`
    insert into app.card_application_step (application_id, line, state, at)
    select ${id}, coalesce((select max(line) from app.card_application_step where application_id = ${id}), 0) + s.place,
      s.state, ${new Date(now)}
    from unnest(${[...states]}::text[]) with ordinality as s (state, place)`.execute(db);
}

/** Of a row that the caller has locked: the states that it goes through now, in order, each with its step. */
export async function moveApplication(
  db: Database,
  { id, state }: Pick<ApplicationRow, 'id' | 'state'>,
  change: {
    readonly states: readonly [CardApplicationState, ...CardApplicationState[]];
    readonly reason?: CardCloseReason;
    readonly now: number;
  },
): Promise<void> {
  const { states, reason = null, now } = change;
  const to = assertPath(cardApplicationStates, [state, ...states]);
  await sql`
    update app.card_application set state = ${to}, reason = ${reason}, changed_at = ${new Date(now)}
    where id = ${id} and state = ${state}`.execute(db);
  await insertSteps(db, id, states, now);
}

/** What belongs to it beside its state; what is left out stays. */
export async function storeApplication(
  db: Database,
  id: string,
  change: {
    readonly recordId?: string | null;
    readonly details?: Buffer;
    readonly tries?: number;
    readonly named?: readonly HolderField[];
    readonly holderRef?: string;
  },
): Promise<void> {
  const { recordId, details = null, tries = null, named, holderRef = null } = change;
  await sql`
    update app.card_application set
      record_id = case when ${recordId === undefined} then record_id else ${recordId ?? null} end,
      details = coalesce(${details}, details), tries = coalesce(${tries}, tries),
      named = coalesce(${named === undefined ? null : [...named]}::text[], named),
      holder_ref = coalesce(${holderRef}, holder_ref)
    where id = ${id}`.execute(db);
}

export async function listApplicationSteps(
  db: Database,
  id: string,
  most: number,
): Promise<readonly { readonly state: CardApplicationState; readonly at: number }[]> {
  const found = await sql<{ state: CardApplicationState; at: number }>`
    select state, at from app.card_application_step where application_id = ${id} order by line desc limit ${most}`.execute(
    db,
  );
  return found.rows.toReversed();
}

/** Those that nobody paid for in time. */
export async function listUnpaid(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.card_application where state = 'binding' and expires_at <= ${new Date(now)}
    order by expires_at limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export type DeliveryRow = {
  readonly method: 'mail' | 'pickup';
  readonly pickupId: string | null;
  readonly state: CardDeliveryState | null;
  readonly carrier: string | null;
  readonly tracking: string | null;
  readonly mailBy: number | null;
  readonly shippedAt: number | null;
};

export async function insertDelivery(
  db: Database,
  row: {
    readonly applicationId: string;
    readonly method: 'mail' | 'pickup';
    readonly region: string;
    readonly pickupId: string | null;
    readonly now: number;
  },
): Promise<void> {
  await sql`
    insert into app.card_delivery (application_id, method, region, pickup_id, changed_at)
    values (${row.applicationId}, ${row.method}, ${row.region}, ${row.pickupId}, ${new Date(row.now)})`.execute(
    db,
  );
}

export async function findDelivery(db: Database, applicationId: string): Promise<DeliveryRow | undefined> {
  const found = await sql<DeliveryRow>`
    select method, pickup_id as "pickupId", state, carrier, tracking, mail_by as "mailBy", shipped_at as "shippedAt"
    from app.card_delivery where application_id = ${applicationId}`.execute(db);
  return found.rows[0];
}

/** The card is made, and is to be sent by then. */
export async function beginDelivery(
  db: Database,
  applicationId: string,
  { mailBy, now }: { readonly mailBy: number; readonly now: number },
): Promise<void> {
  await sql`
    update app.card_delivery set state = 'preparing', mail_by = ${new Date(mailBy)}, changed_at = ${new Date(now)}
    where application_id = ${applicationId} and state is null`.execute(db);
}

/** False where it is not where an arrow of its table leads from. */
export async function moveDelivery(
  db: Database,
  applicationId: string,
  move: {
    readonly to: CardDeliveryState;
    readonly carrier: string | null;
    readonly tracking: string | null;
    readonly now: number;
  },
): Promise<boolean> {
  const { to, carrier, tracking, now } = move;
  const at = new Date(now);
  const moved = await sql`
    update app.card_delivery set state = ${to}, carrier = coalesce(${carrier}, carrier), changed_at = ${at},
      tracking = coalesce(${tracking}, tracking), shipped_at = case when ${to} = 'shipped' then ${at} else shipped_at end
    where application_id = ${applicationId} and state = any(${before(cardDeliveryStates, to)}::text[])`.execute(
    db,
  );
  return moved.numAffectedRows === 1n;
}

/** Cards that were to be sent by now and were not, each once. */
export async function takeLateDeliveries(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const at = new Date(now);
  const late = await sql<{ id: string }>`
    update app.card_delivery set late_at = ${at} where application_id in (
      select application_id from app.card_delivery
      where state = 'preparing' and late_at is null and mail_by <= ${at}
      order by mail_by limit ${most} for update skip locked)
    returning application_id as id`.execute(db);
  return late.rows.map(({ id }) => id);
}

/** Those whose company is to be asked now. */
export async function listDueApplications(
  db: Database,
  { provider, now, most }: { readonly provider: string; readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.card_application where provider = ${provider} and look_at <= ${new Date(now)}
    order by look_at limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** When it is looked at next. `silentSince` null: the company has answered. What came due meanwhile stays due. */
export async function scheduleApplication(
  db: Database,
  id: string,
  plan: {
    readonly lookAt: number | null;
    readonly looks: number;
    readonly silentSince: number | null;
    /** The moment that was due when the look began: a look that was made due since then stays. */
    readonly seen: number | null;
  },
): Promise<void> {
  const { lookAt, looks, silentSince, seen } = plan;
  await sql`
    update app.card_application set looks = ${looks}, silent_since = ${silentSince === null ? null : new Date(silentSince)},
      look_at = case when look_at is not distinct from ${seen === null ? null : new Date(seen)}::timestamptz
        then ${lookAt === null ? null : new Date(lookAt)}::timestamptz else look_at end
    where id = ${id}`.execute(db);
}

/** Its company is asked in the next round, also where a look that is under way ends in the same millisecond. */
export async function dueApplicationNow(
  db: Database,
  where: { readonly id: string; readonly provider: string; readonly now: number },
): Promise<void> {
  await sql`
    update app.card_application set looks = 0,
      look_at = least(coalesce(look_at, ${new Date(where.now)}) - interval '1 millisecond', ${new Date(where.now)})
    where id = ${where.id} and provider = ${where.provider} and state not in ('binding', 'info', 'active', 'closed')`.execute(
    db,
  );
}
