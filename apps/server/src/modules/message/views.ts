/** What other modules may know of notices and content. */
import type { NoticeFacts } from '@marigold/contract/notices';
import type { LanguageId } from '@marigold/texts/languages';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export { findContent } from './store.ts';

/** What unread notices of one kind tell these people: whoever asks writes none that says the same as one of them. */
export async function listUnreadFacts<Kind extends keyof NoticeFacts>(
  db: Database,
  kind: Kind,
  userIds: readonly string[],
): Promise<{ userId: string; facts: NoticeFacts[Kind] }[]> {
  const found = await sql<{ userId: string; facts: NoticeFacts[Kind] }>`
    select user_id as "userId", facts from app.notice
    where user_id = any(${userIds}::uuid[]) and kind = ${kind} and read_at is null`.execute(db);
  return found.rows;
}

/** The newest published versions of some agreements, in English where the language has none: id, version, language. */
export function newestAgreements(
  ids: readonly string[],
  language: LanguageId,
  now: number,
): RawBuilder<unknown> {
  return sql`select distinct on (id) id, version, language
    from app.content
    where id = any(${[...ids]}) and kind = 'agreement' and published_at <= ${new Date(now)}
      and language in (${language}, 'en')
    order by id, (language = ${language}) desc, version desc`;
}

/** Uses a ticket up; undefined where it is none, is over or was used. Of two at once the first one has it. */
export async function useNotMe(db: Database, hash: string, now: number): Promise<string | undefined> {
  const used = await sql<{ user_id: string }>`
    update app.notme set used_at = ${new Date(now)}
    where hash = decode(${hash}, 'hex') and used_at is null and expires_at > ${new Date(now)}
    returning user_id`.execute(db);
  return used.rows[0]?.user_id;
}

/** Whose account a ticket that was used, and is not over, has locked. */
export async function findUsedNotMe(db: Database, hash: string, now: number): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`
    select user_id from app.notme
    where hash = decode(${hash}, 'hex') and used_at is not null and expires_at > ${new Date(now)}`.execute(
    db,
  );
  return found.rows[0]?.user_id;
}
