/** New versions of content: by an operator, or from the files that come with the program. No version is ever edited. */
import { line } from '@marigold/contract/fields';
import { type LanguageId, languageIds } from '@marigold/texts/languages';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/database/outbox.ts';
import { contentKinds } from './content.ts';
import { blocksOf, markdownCharsMax } from './markdown.ts';
import { findVersion, insertContent, lockContent, markRetired } from './store.ts';

/** What may be published; a text that says nothing is not. */
export const Publication = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,60}$/, 'begins with a letter; small letters, digits and hyphens'),
  kind: z.enum(contentKinds),
  language: z.enum(languageIds),
  title: line(200).refine((title) => title.trim() !== '', 'is not blank'),
  body: z
    .string()
    .max(markdownCharsMax)
    .refine((body) => body.isWellFormed() && !body.includes('\0'), 'is text')
    .refine((body) => blocksOf(body).length > 0, 'has something to read'),
});
export type Publication = z.output<typeof Publication>;

/** Adds the next version and answers its number; undefined when the id is content of another kind. */
export async function publishContent(
  db: Database,
  publication: Publication,
  now: number,
): Promise<number | undefined> {
  const { id, kind, language, title, body } = publication;
  await lockContent(db, id);
  const row = await findVersion(db, { id, language });
  if (row !== undefined && row.kind !== kind) return undefined;
  const version = (row?.newest ?? 0) + 1;
  await insertContent(db, { id, kind, language, version, title, body }, now);
  return version;
}

/** Queues the mails about an announcement; whoever had one for this id gets no second. */
export async function mailAnnouncement(db: Database, id: string): Promise<void> {
  await enqueue(db, 'announcement', { id }, `announcement:${id}`);
}

/** Withdraws news; answers how many versions. Agreements and help are replaced, never withdrawn. */
export async function retireAnnouncement(db: Database, id: string, now: number): Promise<number> {
  return await markRetired(db, id, now);
}

export type ContentFile = Publication & { readonly version: number; readonly published: number };

const FrontMatter = z.strictObject({
  kind: z.string(),
  version: z.coerce.number().int().positive(),
  title: z.string(),
  published: z.iso.datetime().transform((text) => Date.parse(text)),
});

/** A file of the folder `content`, its body not read yet. */
export type ContentSource = z.output<typeof FrontMatter> & {
  readonly id: string;
  readonly language: LanguageId;
  readonly body: string;
};

/** Lines of `name: value` between two lines of three hyphens, then Markdown. */
export function openContentFile(id: string, language: LanguageId, text: string): ContentSource {
  const [, head, body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined) throw new Error(`Broken: content/${id}/${language}.md has no front matter`);
  const pairs = head.split('\n').map((row) => {
    const at = row.indexOf(':');
    return [row.slice(0, at).trim(), row.slice(at + 1).trim()] as const;
  });
  return { ...FrontMatter.parse(Object.fromEntries(pairs)), id, language, body: body.trim() };
}

/** Its body is read as Markdown, which takes a hundred times as long as its head. */
export function readContentFile({ version, published, ...publication }: ContentSource): ContentFile {
  return { ...Publication.parse(publication), version, published };
}
