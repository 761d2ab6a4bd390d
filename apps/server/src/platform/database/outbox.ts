/**
 * Live events: a row of the outbox, written in the transaction of the fact itself, or a hint without a row. After the
 * commit every process receives it by LISTEN and sends it to the streams of its users. The truth stays in the tables.
 */
import type { HintsOf, StoredEvent, UserEvent } from '@marigold/contract/events';
import { dayMs } from '@marigold/money/spans';
import { type RawBuilder, sql } from 'kysely';

import { columnOf, textColumn } from './columns.ts';
import type { Database } from './database.ts';
import type { PruneStep } from './prune.ts';

/** One event of the contract, for one person. */
type NewsOf<Event extends UserEvent> = {
  readonly [One in Event]: {
    readonly userId: string;
    readonly event: One;
    readonly data: HintsOf<One>;
  };
}[Event];

/** What is announced with a row. */
export type Announcement = NewsOf<StoredEvent>;
/** What may be announced without a row, and everything that is received. */
export type UserNews = NewsOf<UserEvent>;

/** The channel that carries announcements between processes. */
export const outboxChannel = 'marigold_outbox';

/** Writes announcements in the caller's transaction; they are delivered only if it commits. */
export async function announce(db: Database, ...announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const data = announcements.map((one) => JSON.stringify(one.data));
  await sql`
    insert into app.outbox (user_id, event, data)
    select user_id, event, data::jsonb
    from unnest(${columnOf(announcements, ({ userId }) => userId)}::uuid[],
      ${columnOf(announcements, ({ event }) => event)}::text[], ${textColumn(data)}::text[]
    ) as row(user_id, event, data)`.execute(db);
}

/** The name of an event for a statement that writes rows of the outbox itself. */
function eventName(event: StoredEvent): RawBuilder<unknown> {
  return sql.lit(event);
}

/** As a part of a bigger statement: announces an event for each row of a relation with `user_id` and `data`. */
export function insertAnnouncements(event: StoredEvent, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into app.outbox (user_id, event, data) select user_id, ${eventName(event)}, data from ${rows}`;
}

/** As eventName, with its hints. */
export function eventColumns<Event extends StoredEvent>(
  event: Event,
  hints: Readonly<Record<keyof HintsOf<Event> & string, RawBuilder<unknown>>>,
) {
  const pairs = Object.entries<RawBuilder<unknown>>(hints).map(
    ([name, value]) => sql`${sql.lit(name)}, ${value}`,
  );
  return { event: eventName(event), data: sql`jsonb_build_object(${sql.join(pairs)})` };
}

/** A notification of PostgreSQL is shorter than 8000 bytes. */
const hintBytesMax = 7900;

/**
 * Announces in the caller's transaction events that are worth nothing later: delivered as announcements are, after the
 * commit and to every process, but many in one notification and without rows.
 */
export async function hint(db: Database, announcements: readonly UserNews[]): Promise<void> {
  if (announcements.length === 0) return;
  const payloads: string[] = [];
  let payload = '';
  let bytes = 0;
  for (const announcement of announcements) {
    const text = JSON.stringify(announcement);
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length >= hintBytesMax) {
      payloads.push(`${payload}]`);
      payload = '';
      bytes = 0;
    }
    payload += `${payload === '' ? '[' : ','}${text}`;
    bytes += length;
  }
  payloads.push(`${payload}]`);
  const notified = payloads.map((each) => sql`pg_notify(${outboxChannel}, ${each})`);
  await sql`select ${sql.join(notified)}`.execute(db);
}

/** Queues a job in the caller's transaction. A `key` makes a second job of the same key replace the first. */
export async function enqueue(db: Database, task: string, payload: object, key?: string): Promise<void> {
  await sql`select app.enqueue(${task}, ${JSON.stringify(payload)}::json, ${key ?? null})`.execute(db);
}

/** Announces in the caller's transaction what a select finds: `user_id, event, data`. */
export async function announceSelected(db: Database, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into app.outbox (user_id, event, data)
    ${rows}`.execute(db);
}

/** Announcements are heard at once; the rows stay a while for whoever looks into an incident. */
const announcementsRetentionMs = 3 * dayMs;

// The oldest rows by id are the oldest by time, near enough; no other order has an index.
export const pruneAnnouncements: PruneStep = ({ ago }, most) =>
  sql`delete from app.outbox where created_at < ${ago(announcementsRetentionMs)} and id in (
          select id from app.outbox order by id limit ${most})`;
