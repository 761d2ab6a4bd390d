/** What other modules may know of notices and content. */
import type { LanguageId } from '@marigold/texts/languages';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

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
