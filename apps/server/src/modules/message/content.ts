/**
 * Content: agreements, help and announcements, by id, language and version. A version never changes; of the versions
 * that are published and not withdrawn the newest counts, in the asked language or else in English.
 */
import type { Block } from '@marigold/contract/calls/app';

import type { Handlers } from '../../platform/http/call.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import { blocksOf } from './markdown.ts';
import type { Content } from './store.ts';
import { findContent, listNews } from './store.ts';

export const contentKinds = [
  'agreement',
  'help',
  'announcement',
] as const satisfies readonly Content['kind'][];

const announcementsListed = 20;

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
    const { body: _, ...summary } = content;
    return { ...summary, blocks: blocksOfContent(content) };
  },

  async 'announcement/list'({ language }, { db, language: spoken, now }) {
    const news = await listNews(db, { language: language ?? spoken, now, size: announcementsListed });
    return { list: news.map(({ id, title, time }) => ({ id, title, time })) };
  },
};
