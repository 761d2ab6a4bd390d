/** What a person has to read: notices of their own and announcements for everybody, as one list, newest first. */
import type { Message, MessageTopic } from '@marigold/contract/calls/message';
import { addressOfPage } from '@marigold/contract/pages';

import type { Database } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { malformed } from '../../platform/http/transport-error.ts';
import { isId } from '../../platform/process/ids.ts';
import { blocksOfContent } from './content.ts';
import { summaryOf } from './markdown.ts';
import { storedFacts, storedKind } from './notice-kinds.ts';
import { noticeWords } from './notice-words.ts';
import type { Before, InboxReader } from './store.ts';
import {
  countUnreadNotices,
  listNews,
  listNotices,
  listUnreadNews,
  markNewsRead,
  markNoticesRead,
} from './store.ts';

const pageSizeDefault = 20;
/** An announcement's first words in the list. */
const summaryCharsMax = 160;
/** More unread ones are not counted: nobody reads the difference. */
const countedMax = 100;
/** Announcements that "all" marks as read; older ones are gone from the list of anybody. */
const newsMax = 1000;

export const inboxHandlers: Pick<Handlers, 'message/list' | 'message/summary' | 'message/read'> = {
  async 'message/list'({ topic, cursor, size = pageSizeDefault }, { db, session, language, now }) {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const query = {
      userId: session.userId,
      language,
      now,
      size: size + 1,
      ...(before === undefined ? {} : { before }),
    };
    const [notices, news] = await Promise.all([
      topic === 'announcement' ? [] : listNoticesOf(db, { ...query, topic }),
      topic === undefined || topic === 'announcement' ? listNewsOf(db, query) : [],
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

type InboxQuery = InboxReader & {
  readonly size: number;
  readonly before?: Before;
};

/** The place behind which a page begins: moment and id of the last message of the page before. */
function readCursor(cursor: string): Before {
  const [, time, id] = /^(\d{1,15})\.([a-z0-9-]{1,61})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) throw malformed('cursor');
  return { time: Number(time), id };
}

function newestFirst(a: Message, b: Message): number {
  if (a.time !== b.time) return b.time - a.time;
  return a.id < b.id ? 1 : -1;
}

/** A kind that a newer program wrote is said by that program. */
async function listNoticesOf(
  db: Database,
  query: InboxQuery & { readonly topic: MessageTopic | undefined },
): Promise<Message[]> {
  const notices = await listNotices(db, { ...query, kinds: storedKind.options });
  return notices.map(({ facts, ...notice }) => ({
    ...notice,
    ...noticeWords(query.language, storedKind.parse(notice.kind), storedFacts.parse(facts)),
  }));
}

async function listNewsOf(db: Database, query: InboxQuery): Promise<Message[]> {
  const news = await listNews(db, query);
  const ids = news.map(({ id }) => id);
  const unread = ids.length === 0 ? new Set<string>() : await unreadNews(db, query, ids);
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

async function unreadNews(db: Database, reader: InboxReader, ids?: readonly string[]): Promise<Set<string>> {
  return new Set(await listUnreadNews(db, reader, { ids, most: newsMax }));
}

async function countUnread({ db, session, language, now }: Call<'user'>) {
  const { userId } = session;
  const [counted, news] = await Promise.all([
    countUnreadNotices(db, userId, countedMax),
    unreadNews(db, { userId, language, now }),
  ]);
  const unread = { money: 0, security: 0, service: 0, announcement: Math.min(news.size, countedMax) };
  for (const row of counted) unread[row.topic] = row.unread;
  return unread;
}

/** Answers whether anything was unread. */
async function readAll(db: Database, { session, language, now }: Call<'user'>): Promise<boolean> {
  const { userId } = session;
  const isAnyRead = await markNoticesRead(db, { userId, ids: 'all', now });
  const news = await unreadNews(db, { userId, language, now });
  return (await readNews(db, userId, [...news], now)) || isAnyRead;
}

/** As readAll for those named. */
async function readSome(
  db: Database,
  { session, language, now }: Call<'user'>,
  ids: readonly string[],
): Promise<boolean> {
  const { userId } = session;
  const isAnyRead = await markNoticesRead(db, { userId, ids: ids.filter(isId), now });
  const news = await unreadNews(db, { userId, language, now }, ids);
  return (await readNews(db, userId, [...news], now)) || isAnyRead;
}

async function readNews(db: Database, userId: string, ids: readonly string[], now: number): Promise<boolean> {
  return ids.length > 0 && (await markNewsRead(db, { userId, ids, now }));
}
