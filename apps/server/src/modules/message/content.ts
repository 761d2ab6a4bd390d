/**
 * Content: agreements, help and announcements, by id, language and version. A version never changes; of the versions
 * that are published and not withdrawn the newest counts, in the asked language or else in English.
 */
import type { Block } from '@marigold/contract/app';
import type { LanguageId } from '@marigold/texts/languages';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/transport-error.ts';
import { blocksOf } from './markdown.ts';

export const contentKinds = ['agreement', 'help', 'announcement'] as const;
export type ContentKind = (typeof contentKinds)[number];

export type Content = {
  readonly id: string;
  readonly kind: ContentKind;
  readonly language: LanguageId;
  readonly version: number;
  readonly title: string;
  readonly body: string;
  /** When this version was published. */
  readonly time: number;
};

const columns = sql`id, kind, language, version, title, body, published_at as time`;
const announcementsListed = 20;

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
export function isBefore(
  at: ReturnType<typeof sql>,
  id: ReturnType<typeof sql>,
  { time, id: placed }: Before,
): ReturnType<typeof sql> {
  const moment = new Date(time);
  return sql`${at} <= ${moment} and (${at} < ${moment} or ${id}::text collate "C" < ${placed})`;
}

const parsedMax = 200;
const parsed = new Map<string, Block[]>();

/** The blocks of a version, parsed once: a version never changes. */
export function blocksOfContent({ id, language, version, body }: Content): Block[] {
  const key = `${id} ${language} ${version}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const blocks = blocksOf(body);
  const [oldest] = parsed.keys();
  if (parsed.size >= parsedMax && oldest !== undefined) parsed.delete(oldest);
  parsed.set(key, blocks);
  return blocks;
}

export const contentHandlers: Pick<Handlers, 'app/content' | 'announcement/list'> = {
  async 'app/content'({ id, language }, call) {
    const content = await findContent(call.db, id, language ?? call.language, call.now);
    if (content === undefined) throw notFound();
    const { body: _, ...shown } = content;
    return { ...shown, blocks: blocksOfContent(content) };
  },

  async 'announcement/list'({ language }, { db, language: spoken, now }) {
    const news = await listNews(db, { language: language ?? spoken, now, size: announcementsListed });
    return { list: news.map(({ id, title, time }) => ({ id, title, time })) };
  },
};
