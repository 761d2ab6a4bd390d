/** What message keeps: notices, content and who read it, tickets. */
import type { Message, MessageTopic } from '@marigold/contract/calls/message';
import { before } from '@marigold/money/states';
import type { LanguageId } from '@marigold/texts/languages';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { insertAnnouncements } from '../../platform/database/outbox.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { pruneNotMe } from './not-me/store.ts';
import { ticketStates } from './states.ts';

export type Content = {
  readonly id: string;
  readonly kind: 'agreement' | 'help' | 'announcement';
  readonly language: LanguageId;
  readonly version: number;
  readonly title: string;
  readonly body: string;
  /** When this version was published. */
  readonly time: number;
};

const columns = sql`id, kind, language, version, title, body, published_at as time`;

/** The version that counts; undefined when there is none, not even in English. */
export async function findContent(
  db: Database,
  id: string,
  language: LanguageId,
  now: number,
): Promise<Content | undefined> {
  const found = await sql<Content>`
    select ${columns} from app.content
    where id = ${id} and language in (${language}, 'en') and published_at <= ${new Date(now)} and retired_at is null
    order by language = ${language} desc, version desc limit 1`.execute(db);
  return found.rows[0];
}

/** The place behind which a page begins: moment and id of the last one of the page before. */
export type Before = { readonly time: number; readonly id: string };

/** Announcements newest first, each once, in the language where it has it. */
export async function listNews(
  db: Database,
  { language, now, before, size }: { language: LanguageId; now: number; before?: Before; size: number },
): Promise<Content[]> {
  const end = before === undefined ? sql`true` : isBefore(sql`published_at`, sql`id`, before);
  const found = await sql<Content>`
    with newest as (
      select distinct on (id) * from app.content
      where kind = 'announcement' and language in (${language}, 'en') and published_at <= ${new Date(now)}
        and retired_at is null
      order by id, language = ${language} desc, version desc
    )
    select ${columns} from newest where ${end} order by published_at desc, id collate "C" desc limit ${size}`.execute(
    db,
  );
  return found.rows;
}

/** True in SQL for what stands behind a place of the list: newest first, equal moments by their ids. */
function isBefore(
  at: ReturnType<typeof sql>,
  id: ReturnType<typeof sql>,
  { time, id: placed }: Before,
): ReturnType<typeof sql> {
  const moment = new Date(time);
  return sql`${at} <= ${moment} and (${at} < ${moment} or ${id}::text collate "C" < ${placed})`;
}

/** From here on versions of this content follow each other. Ends with the transaction. */
export async function lockContent(db: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${id}`}, 0))`.execute(db);
}

/** What is known under an id: its kind, and the newest version in a language. */
export async function findVersion(
  db: Database,
  { id, language }: { readonly id: string; readonly language: LanguageId },
): Promise<{ readonly kind: string; readonly newest: number | null } | undefined> {
  const known = await sql<{ kind: string; newest: number | null }>`
    select kind, max(version) filter (where language = ${language}) as newest from app.content
    where id = ${id} group by kind`.execute(db);
  return known.rows[0];
}

export async function insertContent(
  db: Database,
  { id, kind, language, version, title, body }: Omit<Content, 'time'>,
  now: number,
): Promise<void> {
  await sql`
    insert into app.content (id, kind, language, version, title, body, published_at)
    values (${id}, ${kind}, ${language}, ${version}, ${title}, ${body}, ${new Date(now)})`.execute(db);
}

/** Answers how many versions were withdrawn. */
export async function markRetired(db: Database, id: string, now: number): Promise<number> {
  const retired = await sql`
    update app.content set retired_at = ${new Date(now)}
    where id = ${id} and kind = 'announcement' and retired_at is null`.execute(db);
  return Number(retired.numAffectedRows ?? 0n);
}

/** Every version, as id, language and number with blanks between: as many as releases and operators ever published. */
export async function listVersions(db: Database): Promise<ReadonlySet<string>> {
  const known = await sql<{ name: string }>`
    select concat_ws(' ', id, language, version) as name from app.content`.execute(db);
  return new Set(known.rows.map(({ name }) => name));
}

/** Adds those that nobody added meanwhile. */
export async function insertContents(db: Database, all: readonly Content[]): Promise<void> {
  await sql`
    insert into app.content (id, kind, language, version, title, body, published_at)
    select * from unnest(${all.map(({ id }) => id)}::text[], ${all.map(({ kind }) => kind)}::text[],
      ${all.map(({ language }) => language)}::text[], ${all.map(({ version }) => version)}::int[],
      ${all.map(({ title }) => title)}::text[], ${all.map(({ body }) => body)}::text[],
      ${all.map(({ time }) => new Date(time))}::timestamptz[])
    on conflict do nothing`.execute(db);
}

/** Queues a mail for some who want news and had none of this. The mark and the mail are one statement: who has the one has the other. */
export async function queueSomeMails(
  db: Database,
  mail: {
    readonly id: string;
    readonly language: string;
    readonly message: string;
    readonly now: number;
    readonly most: number;
  },
): Promise<number> {
  const { id, language, message, now, most } = mail;
  const queued = await sql`
    with due as (
      select p.id, p.email from app.person p
      where p.mails_announcements and p.language = ${language} and p.email is not null
        and not exists (select from app.announcement_mail m where m.user_id = p.id and m.content_id = ${id})
      order by p.id limit ${most}
    ), marked as (
      insert into app.announcement_mail (user_id, content_id, queued_at)
      select d.id, ${id}, ${new Date(now)}::timestamptz from due d on conflict do nothing returning user_id
    )
    select app.enqueue('mail',
      json_build_object('to', d.email, 'language', ${language}::text, 'message', ${message}::json), null)
    from due d join marked m on m.user_id = d.id`.execute(db);
  return queued.rows.length;
}

/** Who of the person's contacts hear of a notice beside the app; the contacts and the language are those of this moment. */
const wanted = {
  everywhere: { mail: sql`true`, sms: sql`true` },
  mailOrSms: { mail: sql`true`, sms: sql`p.email is null` },
  mailOfPayments: { mail: sql`p.mails_payments`, sms: sql`false` },
  nothing: { mail: sql`false`, sms: sql`false` },
} as const;

export type NewNotice = {
  readonly id: string;
  readonly user_id: string;
  readonly facts: object;
  readonly path: string | null;
  /** What live screens hear, and what a mail is made of. */
  readonly data: object;
  readonly message: object;
  /** Of the ticket in that message, in hex; null where it has none. */
  readonly ticket_hash: string | null;
  readonly ticket_ends: string;
  readonly created_at: string;
};

/** Notices of one kind, their announcements and what leaves by mail or SMS, as one statement. */
export async function insertNotices(
  db: Database,
  { topic, kind, sends }: { topic: string; kind: string; sends: keyof typeof wanted },
  rows: readonly NewNotice[],
): Promise<void> {
  const { mail, sms } = wanted[sends];
  await sql`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, user_id uuid, facts jsonb, path text,
        data jsonb, message jsonb, ticket_hash text, ticket_ends timestamptz, created_at timestamptz)
    ), noticed as (
      insert into app.notice (id, user_id, topic, kind, facts, path, created_at)
      select id, user_id, ${topic}, ${kind}, facts, path, created_at from row
    ), ticketed as (
      insert into app.notme (hash, user_id, notice_id, created_at, expires_at)
      select decode(ticket_hash, 'hex'), user_id, id, created_at, ticket_ends from row where ticket_hash is not null
    ), told as (
      ${insertAnnouncements('message', sql`row`)}
    )
    select
      case when ${mail} and p.email is not null then app.enqueue('mail', ${payload(sql`p.email`)}, null) end,
      case when ${sms} and p.phone is not null then app.enqueue('sms', ${payload(sql`p.phone`)}, null) end
    from row join app.person p on p.id = row.user_id where ${mail} or ${sms}`.execute(db);
}

function payload(to: ReturnType<typeof sql>) {
  return sql`json_build_object('to', ${to}, 'language', p.language, 'message', row.message)`;
}

export type NoticeRow = Pick<Message, 'id' | 'kind' | 'time' | 'path' | 'isRead'> & {
  readonly topic: Exclude<MessageTopic, 'announcement'>;
  readonly facts: unknown;
};

/** A page of somebody's notices of these kinds, newest first. */
export async function listNotices(
  db: Database,
  query: {
    readonly userId: string;
    readonly topic: MessageTopic | undefined;
    readonly kinds: readonly string[];
    readonly before?: Before;
    readonly size: number;
  },
): Promise<readonly NoticeRow[]> {
  const { userId, topic, kinds, before, size } = query;
  const end = before === undefined ? sql`true` : isBefore(sql`created_at`, sql`id`, before);
  const found = await sql<NoticeRow>`
    select id, topic, kind, facts, path, created_at as time, read_at is not null as "isRead" from app.notice
    where user_id = ${userId} and (${topic ?? null}::text is null or topic = ${topic ?? null}) and ${end}
      and kind = any(${kinds})
    order by created_at desc, id desc limit ${size}`.execute(db);
  return found.rows;
}

/** Who reads, in which language and when. */
export type InboxReader = {
  readonly userId: string;
  readonly language: LanguageId;
  readonly now: number;
};

/**
 * News is unread for whoever was here when it came: nobody begins with a pile of old ones. What the list does not show
 * in the reader's language is not unread either. Of these ids alone, where any are given.
 */
export async function listUnreadNews(
  db: Database,
  { userId, language, now }: InboxReader,
  { ids, most }: { readonly ids: readonly string[] | undefined; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select distinct c.id from app.content c join app.person p on p.id = ${userId}
    where c.kind = 'announcement' and c.language in (${language}, 'en')
      and c.published_at <= ${new Date(now)} and c.retired_at is null and c.published_at >= p.created_at
      and (${ids === undefined} or c.id = any(${ids ?? []}))
      and not exists (select from app.announcement_read r where r.user_id = p.id and r.content_id = c.id)
    limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export type UnreadNotices = { readonly topic: 'money' | 'security' | 'service'; readonly unread: number };

/** Of each topic, counted up to a bound. */
export async function countUnreadNotices(
  db: Database,
  userId: string,
  most: number,
): Promise<readonly UnreadNotices[]> {
  const counted = await sql<UnreadNotices>`
      select t.topic, (select count(*)::int from (
        select from app.notice n where n.user_id = ${userId} and n.read_at is null and n.topic = t.topic
        limit ${most}) few) as unread
      from (values ('money'), ('security'), ('service')) as t (topic)`.execute(db);
  return counted.rows;
}

/** All of a person, or those named; answers whether any was unread. */
export async function markNoticesRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids: readonly string[] | 'all'; now: number },
): Promise<boolean> {
  const read =
    ids === 'all'
      ? await sql`
    update app.notice set read_at = ${new Date(now)} where user_id = ${userId} and read_at is null`.execute(
          db,
        )
      : await sql`
    update app.notice set read_at = ${new Date(now)}
    where user_id = ${userId} and id = any(${ids}::uuid[]) and read_at is null`.execute(db);
  return (read.numAffectedRows ?? 0n) > 0n;
}

/** Answers whether any was unread. */
export async function markNewsRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids: readonly string[]; now: number },
): Promise<boolean> {
  const read = await sql`
    insert into app.announcement_read (user_id, content_id, read_at)
    select ${userId}, id, ${new Date(now)}::timestamptz from unnest(${ids}::text[]) as id
    on conflict do nothing`.execute(db);
  return (read.numAffectedRows ?? 0n) > 0n;
}

/** Tickets of one person follow each other. Ends with the transaction. */
export async function lockTickets(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${userId}`}, 0))`.execute(db);
}

export async function countOpenTickets(db: Database, userId: string): Promise<number> {
  const open = await sql<{ count: number }>`
    select count(*)::int as count from app.ticket where user_id = ${userId} and status = 'open'`.execute(db);
  return open.rows[0]?.count ?? 0;
}

/** False where the number is taken. */
export async function insertTicket(
  db: Database,
  ticket: { id: string; number: string; userId: string; text: string; now: number },
): Promise<boolean> {
  const { id, number, userId, text, now } = ticket;
  const added = await sql`
      insert into app.ticket (id, number, user_id, body, created_at)
      values (${id}, ${number}, ${userId}, ${text}, ${new Date(now)}) on conflict (number) do nothing`.execute(
    db,
  );
  return added.numAffectedRows === 1n;
}

export type OpenTicket = { readonly number: string; readonly body: string; readonly time: number };

/** The oldest open ones. */
export async function listTickets(db: Database, most: number): Promise<readonly OpenTicket[]> {
  const found = await sql<OpenTicket>`
    select number, body, created_at as time from app.ticket
    where status = 'open' order by created_at limit ${most}`.execute(db);
  return found.rows;
}

/** Whose ticket was answered; undefined where no such one is open. */
export async function markAnswered(
  db: Database,
  { number, answer, now }: { readonly number: string; readonly answer: string; readonly now: number },
): Promise<string | undefined> {
  const answered = await sql<{ user_id: string }>`
    update app.ticket set status = 'answered', answer = ${answer}, answered_at = ${new Date(now)}
    where number = ${number} and status = any(${before(ticketStates, 'answered')}::text[]) returning user_id`.execute(
    db,
  );
  return answered.rows[0]?.user_id;
}

/** What message lets go of. */
export const pruneMessages: readonly PruneStep[] = [pruneNotMe];
