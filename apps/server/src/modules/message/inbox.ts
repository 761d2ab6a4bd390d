/** What a person has to read: notices of their own and announcements for everybody, as one list, newest first. */
import type { Message, MessageTopic } from '@marigold/contract/message';
import { addressOfPage } from '@marigold/contract/pages';
import type { LanguageId } from '@marigold/texts/languages';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import { announce } from '../../platform/outbox.ts';
import { malformed } from '../../platform/transport-error.ts';
import type { Before } from './content.ts';
import { blocksOfContent, isBefore, listNews } from './content.ts';
import { summaryOf } from './markdown.ts';
import { storedFacts, storedKind } from './notice-kinds.ts';
import { noticeWords } from './notice-words.ts';

const pageSizeDefault = 20;
/** An announcement's first words in the list. */
const summaryCharsMax = 160;
/** More unread ones are not counted: nobody reads the difference. */
const countedMax = 100;
/** Announcements that "all" marks as read; older ones are gone from the list of anybody. */
const newsMax = 1000;

export const inboxHandlers: Pick<Handlers, 'message/list' | 'message/summary' | 'message/read'> = {
  async 'message/list'({ topic, cursor, size = pageSizeDefault }, { db, session, language, now }) {
    const before = cursor === undefined ? undefined : placeOf(cursor);
    const asked = {
      userId: session.userId,
      language,
      now,
      size: size + 1,
      ...(before === undefined ? {} : { before }),
    };
    const [notices, news] = await Promise.all([
      topic === 'announcement' ? [] : listNotices(db, { ...asked, topic }),
      topic === undefined || topic === 'announcement' ? listNewsOf(db, asked) : [],
    ]);
    const all = [...notices, ...news].toSorted(newestFirst);
    const list = all.slice(0, size);
    const last = list.at(-1);
    return { list, next: all.length > size && last !== undefined ? `${last.time}.${last.id}` : null };
  },

  async 'message/summary'(_input, call) {
    return { unread: await countUnread(call) };
  },

  async 'message/read'({ ids, all }, call) {
    const { db, session } = call;
    const { userId } = session;
    await db.transaction().execute(async (tx) => {
      const read = all === true ? await readAll(tx, call) : await readSome(tx, call, ids ?? []);
      // The person's other screens show the same count.
      if (read) await announce(tx, { userId, event: 'message', data: { kind: 'read' } });
    });
    return { unread: await countUnread(call) };
  },
};

/** Who reads, in which language and when. */
type Reader = {
  readonly userId: string;
  readonly language: LanguageId;
  readonly now: number;
};

type Asked = Reader & {
  readonly size: number;
  readonly before?: Before;
};

/** The place behind which a page begins: moment and id of the last message of the page before. */
function placeOf(cursor: string): Before {
  const [, time, id] = /^(\d{1,15})\.([a-z0-9-]{1,61})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) throw malformed('cursor');
  return { time: Number(time), id };
}

function newestFirst(a: Message, b: Message): number {
  if (a.time !== b.time) return b.time - a.time;
  return a.id < b.id ? 1 : -1;
}

type NoticeRow = Pick<Message, 'id' | 'kind' | 'time' | 'path' | 'isRead'> & {
  readonly topic: Exclude<MessageTopic, 'announcement'>;
  readonly facts: unknown;
};

/** A kind that a newer program wrote is said by that program. */
async function listNotices(
  db: Database,
  { userId, topic, language, before, size }: Asked & { readonly topic: MessageTopic | undefined },
): Promise<Message[]> {
  const end = before === undefined ? sql`true` : isBefore(sql`created_at`, sql`id`, before);
  const found = await sql<NoticeRow>`
    select id, topic, kind, facts, path, created_at as time, read_at is not null as "isRead" from app.notice
    where user_id = ${userId} and (${topic ?? null}::text is null or topic = ${topic ?? null}) and ${end}
      and kind = any(${storedKind.options})
    order by created_at desc, id desc limit ${size}`.execute(db);
  return found.rows.map(({ facts, ...notice }) => ({
    ...notice,
    ...noticeWords(language, storedKind.parse(notice.kind), storedFacts.parse(facts)),
  }));
}

async function listNewsOf(db: Database, asked: Asked): Promise<Message[]> {
  const news = await listNews(db, asked);
  const ids = news.map(({ id }) => id);
  const unread = ids.length === 0 ? new Set<string>() : await unreadNews(db, asked, ids);
  return news.map((content) => ({
    id: content.id,
    topic: 'announcement',
    kind: 'announcement',
    title: content.title,
    body: summaryOf(blocksOfContent(content), summaryCharsMax),
    isRead: !unread.has(content.id),
    time: content.time,
    path: addressOfPage('/pages/index/webpage', { id: content.id }),
  }));
}

/**
 * News is unread for whoever was here when it came: nobody begins with a pile of old ones. What the list does not show
 * in the reader's language is not unread either.
 */
async function unreadNews(
  db: Database,
  { userId, language, now }: Reader,
  ids?: readonly string[],
): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select distinct c.id from app.content c join app.person p on p.id = ${userId}
    where c.kind = 'announcement' and c.language in (${language}, 'en')
      and c.published_at <= ${new Date(now)} and c.retired_at is null and c.published_at >= p.created_at
      and (${ids === undefined} or c.id = any(${ids ?? []}))
      and not exists (select from app.announcement_read r where r.user_id = p.id and r.content_id = c.id)
    limit ${newsMax}`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

async function countUnread({ db, session, language, now }: Call<'user'>) {
  const { userId } = session;
  const [counted, news] = await Promise.all([
    sql<{ topic: 'money' | 'security' | 'service'; unread: number }>`
      select t.topic, (select count(*)::int from (
        select from app.notice n where n.user_id = ${userId} and n.read_at is null and n.topic = t.topic
        limit ${countedMax}) few) as unread
      from (values ('money'), ('security'), ('service')) as t (topic)`.execute(db),
    unreadNews(db, { userId, language, now }),
  ]);
  const unread = { money: 0, security: 0, service: 0, announcement: Math.min(news.size, countedMax) };
  for (const row of counted.rows) unread[row.topic] = row.unread;
  return unread;
}

/** Answers whether anything was unread. */
async function readAll(db: Database, { session, language, now }: Call<'user'>): Promise<boolean> {
  const { userId } = session;
  const read = await sql`
    update app.notice set read_at = ${new Date(now)} where user_id = ${userId} and read_at is null`.execute(
    db,
  );
  const news = await unreadNews(db, { userId, language, now });
  return (await readNews(db, userId, [...news], now)) || (read.numAffectedRows ?? 0n) > 0n;
}

/** As readAll for those named. */
async function readSome(
  db: Database,
  { session, language, now }: Call<'user'>,
  ids: readonly string[],
): Promise<boolean> {
  const { userId } = session;
  const read = await sql`
    update app.notice set read_at = ${new Date(now)}
    where user_id = ${userId} and id = any(${ids.filter(isId)}::uuid[]) and read_at is null`.execute(db);
  const news = await unreadNews(db, { userId, language, now }, ids);
  return (await readNews(db, userId, [...news], now)) || (read.numAffectedRows ?? 0n) > 0n;
}

async function readNews(db: Database, userId: string, ids: readonly string[], now: number): Promise<boolean> {
  if (ids.length === 0) return false;
  const read = await sql`
    insert into app.announcement_read (user_id, content_id, read_at)
    select ${userId}, id, ${new Date(now)}::timestamptz from unnest(${ids}::text[]) as id
    on conflict do nothing`.execute(db);
  return (read.numAffectedRows ?? 0n) > 0n;
}
