/** What a person agreed to when the account was made: the version on show, in the language it was shown in. */
import type { LanguageId } from '@marigold/texts/languages';

import type { Database } from '../../platform/database/database.ts';
import { insertAcceptances } from './store.ts';

/** The content that registration shows and links. */
const agreements = ['terms', 'privacy'] as const;

/** Records the newest published versions; English where the language has none. Nothing published, nothing accepted. */
export async function acceptAgreements(
  db: Database,
  { userId, language, now }: { readonly userId: string; readonly language: LanguageId; readonly now: number },
): Promise<void> {
  await insertAcceptances(db, { userId, ids: agreements, language, now });
}
