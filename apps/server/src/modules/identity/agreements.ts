/** What a person agreed to when the account was made: the version on show, in the language it was shown in. */
import type { LanguageId } from '@marigold/texts/languages';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** The content that registration shows and links. */
const agreements = ['terms', 'privacy'] as const;

/** Records the newest published versions; English where the language has none. Nothing published, nothing accepted. */
export async function acceptAgreements(
  db: Database,
  { userId, language, now }: { readonly userId: string; readonly language: LanguageId; readonly now: number },
): Promise<void> {
  await sql`
    insert into app.agreement_acceptance (user_id, content_id, version, language, accepted_at)
    select distinct on (id) ${userId}::uuid, id, version, language, ${new Date(now)}::timestamptz
    from app.content
    where id = any(${[...agreements]}) and kind = 'agreement' and published_at <= ${new Date(now)}
      and language in (${language}, 'en')
    order by id, (language = ${language}) desc, version desc`.execute(db);
}
