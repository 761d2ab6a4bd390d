/** SQL of cards and their steps. */
import { assertMayFollow } from '@marigold/money/states';
import type { CardFacts } from '@marigold/partners/card-port';
import type { CardChannel, CardState, CardWish } from '@marigold/partners/card-states';
import { cardStates, cardWishes } from '@marigold/partners/card-states';
import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

export type OwnCardRow = {
  readonly id: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly productId: string;
  readonly provider: string;
  /** How its company calls it, and its holder. */
  readonly cardRef: string;
  readonly holderRef: string;
  readonly last4: string;
  /** YYYY-MM. */
  readonly expiry: string;
  readonly currency: string;
  readonly state: CardState;
  readonly wish: CardWish;
  /** When its company was last sent a lock that may still take effect; null: it heard of none, or has answered. */
  readonly lockSentAt: number | null;
  /** Decimal strings in its currency. */
  readonly balance: string;
  readonly available: string;
  readonly dailyLimit: string | null;
  readonly dailyLeft: string | null;
  readonly readAt: number;
  readonly remark: string | null;
  readonly lookAt: number | null;
  readonly looks: number;
  readonly silentSince: number | null;
  /** What its person wrote in the application, sealed under the id of that. */
  readonly details: Buffer;
};

const columns = sql`c.id, c.application_id as "applicationId", c.user_id as "userId", c.product_id as "productId",
  c.provider, c.card_ref as "cardRef", a.holder_ref as "holderRef", c.last4, c.expiry, c.currency, c.state, c.wish, c.lock_sent_at as "lockSentAt", trim_scale(c.balance)::text as balance,
  trim_scale(c.available)::text as available, trim_scale(c.daily_limit)::text as "dailyLimit",
  trim_scale(c.daily_left)::text as "dailyLeft", c.read_at as "readAt", c.remark, c.look_at as "lookAt", c.looks,
  c.silent_since as "silentSince", a.details`;

async function select(db: Database, condition: RawBuilder<unknown>): Promise<OwnCardRow[]> {
  const found = await sql<OwnCardRow>`
    select ${columns} from app.card c join app.card_application a on a.id = c.application_id
    where ${condition}`.execute(db);
  return found.rows;
}

export async function findCard(db: Database, id: string): Promise<OwnCardRow | undefined> {
  return (await select(db, sql`c.id = ${id}`))[0];
}

type OwnCard = { readonly id: string; readonly userId: string };

/** One of somebody; a foreign one is none. */
export async function findCardOf(db: Database, { id, userId }: OwnCard): Promise<OwnCardRow | undefined> {
  return (await select(db, sql`c.id = ${id} and c.user_id = ${userId}`))[0];
}

/** Locks one until the transaction ends; whoever also locks its application does that before. */
export async function lockCardRow(db: Database, id: string): Promise<OwnCardRow | undefined> {
  await sql`select from app.card where id = ${id} for update`.execute(db);
  return await findCard(db, id);
}

/** The newest first. */
export async function listCardsOf(db: Database, userId: string, most: number): Promise<OwnCardRow[]> {
  return await select(db, sql`c.user_id = ${userId} order by c.id desc limit ${most}`);
}

/** False where the company's card is another application's already. */
export async function insertCard(
  db: Database,
  row: Pick<OwnCardRow, 'id' | 'applicationId' | 'userId' | 'productId' | 'provider'> & {
    readonly facts: CardFacts;
    readonly lookAt: number;
    readonly now: number;
  },
): Promise<boolean> {
  const { facts, now } = row;
  const at = new Date(now);
  const inserted = await sql`
    insert into app.card (id, application_id, user_id, product_id, provider, card_ref, last4, expiry, currency, state, wish,
      balance, available, daily_limit, daily_left, read_at, look_at, created_at, changed_at)
    values (${row.id}, ${row.applicationId}, ${row.userId}, ${row.productId}, ${row.provider}, ${facts.cardRef},
      ${facts.last4}, ${facts.expiry}, ${facts.currency}, ${facts.state}, 'none', ${facts.balance}, ${facts.available},
      ${facts.dailyLimit}, ${facts.dailyLeft}, ${at}, ${new Date(row.lookAt)}, ${at}, ${at})
    on conflict (provider, card_ref) do nothing`.execute(db);
  if (inserted.numAffectedRows === 0n) return false;
  await insertCardStep(db, row.id, { state: facts.state, wish: 'none', channel: 'issuer', now });
  return true;
}

export type CardStep = {
  readonly state: CardState;
  readonly wish: CardWish;
  readonly channel: CardChannel;
  readonly now: number;
};

async function insertCardStep(
  db: Database,
  id: string,
  { state, wish, channel, now }: CardStep,
): Promise<void> {
  await sql`
    insert into app.card_step (card_id, line, state, wish, channel, at)
    select ${id}, coalesce(max(line), 0) + 1, ${state}, ${wish}, ${channel}, ${new Date(now)}
    from app.card_step where card_id = ${id}`.execute(db);
}

/** Of a row that the caller has locked: what it is, or what is wished of it, along the arrows of their tables. */
export async function moveCard(
  db: Database,
  card: Pick<OwnCardRow, 'id' | 'state' | 'wish'>,
  move: {
    readonly state?: CardState;
    readonly wish?: CardWish;
    readonly channel: CardChannel;
    readonly now: number;
  },
): Promise<void> {
  const { channel, now } = move;
  const state = move.state === undefined ? card.state : assertMayFollow(cardStates, card.state, move.state);
  const wish = move.wish === undefined ? card.wish : assertMayFollow(cardWishes, card.wish, move.wish);
  await sql`
    update app.card set state = ${state}, wish = ${wish}, changed_at = ${new Date(now)} where id = ${card.id}`.execute(
    db,
  );
  await insertCardStep(db, card.id, { state, wish, channel, now });
}

/** A lock leaves for its company now, or (null) was answered. */
export async function storeLockSent(db: Database, id: string, at: number | null): Promise<void> {
  await sql`update app.card set lock_sent_at = ${dateOf(at)} where id = ${id}`.execute(db);
}

/** What its company said of it beside its state. */
export async function storeFacts(
  db: Database,
  id: string,
  { facts, now }: { readonly facts: CardFacts; readonly now: number },
): Promise<void> {
  await sql`
    update app.card set balance = ${facts.balance}, available = ${facts.available}, daily_limit = ${facts.dailyLimit},
      daily_left = ${facts.dailyLeft}, expiry = ${facts.expiry}, read_at = ${new Date(now)}
    where id = ${id}`.execute(db);
}

export async function storeRemark(db: Database, id: string, remark: string | null): Promise<void> {
  await sql`update app.card set remark = ${remark} where id = ${id}`.execute(db);
}

export async function listCardSteps(
  db: Database,
  id: string,
  most: number,
): Promise<readonly { readonly state: CardState; readonly channel: CardChannel; readonly at: number }[]> {
  const found = await sql<{ state: CardState; channel: CardChannel; at: number }>`
    select state, channel, at from app.card_step where card_id = ${id} order by line desc limit ${most}`.execute(
    db,
  );
  return found.rows.toReversed();
}

/** Those whose company is to be asked now. */
export async function listDueCards(
  db: Database,
  { provider, now, most }: { readonly provider: string; readonly now: number; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.card where provider = ${provider} and look_at <= ${new Date(now)} order by look_at limit ${most}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

/** As scheduleApplication, for a card. */
export async function scheduleCard(
  db: Database,
  id: string,
  plan: {
    readonly lookAt: number | null;
    readonly looks: number;
    readonly silentSince: number | null;
    readonly seen: number | null;
  },
): Promise<void> {
  const { lookAt, looks, silentSince, seen } = plan;
  await sql`
    update app.card set looks = ${looks}, silent_since = ${dateOf(silentSince)},
      look_at = case when date_trunc('milliseconds', look_at) is not distinct from ${dateOf(seen)}::timestamptz
        then ${dateOf(lookAt)}::timestamptz else look_at end
    where id = ${id}`.execute(db);
}

/** Its company is asked in the next round, also where a look that is under way ends in the same millisecond. */
export async function dueCardNow(
  db: Database,
  where: { readonly by: 'id' | 'ref'; readonly key: string; readonly provider: string; readonly now: number },
): Promise<void> {
  const { by, key, provider, now } = where;
  await sql`
    update app.card set looks = 0,
      look_at = least(coalesce(look_at, ${new Date(now)}) - interval '1 millisecond', ${new Date(now)})
    where ${by === 'id' ? sql`id = ${key}` : sql`card_ref = ${key}`} and provider = ${provider}
      and state not in ('closed', 'expired')`.execute(db);
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}
