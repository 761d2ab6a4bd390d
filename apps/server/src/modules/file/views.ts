/** What other modules may know of files. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Keeps a picture as somebody's for good; false where it is not theirs, of another kind or expired. */
export async function keepAvatarFile(
  db: Database,
  { ownerId, id, now }: { readonly ownerId: string; readonly id: string; readonly now: number },
): Promise<boolean> {
  const kept = await sql`
      update app.file set expires_at = null
      where id = ${id} and owner_id = ${ownerId} and kind = 'avatar'
        and (expires_at is null or expires_at > ${new Date(now)})`.execute(db);
  return kept.numAffectedRows === 1n;
}

/** A picture that nobody shows any more: its links end at once, and the next sweep takes it. */
export async function letAvatarFileGo(db: Database, id: string, now: number): Promise<void> {
  await sql`update app.file set expires_at = ${new Date(now)} where id = ${id}`.execute(db);
}
