/** What other rooms read of files. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

/** Joins a file as `f`, where it is still there: its size. */
export function joinFile(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join app.file f on f.id = ${id}`;
}

/** Takes the row of a file that nothing names; its bytes follow it. */
export async function dropFile(db: Database, id: string): Promise<void> {
  await sql`delete from app.file where id = ${id}`.execute(db);
}

/** What people called these files. */
export async function listFileNames(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from app.file where id = any(${ids}::uuid[]) order by id`.execute(db);
  return found.rows;
}

/** Keeps a picture as somebody's for good; false where it is not theirs, of another kind or expired. */
export async function keepAvatarFile(
  db: Database,
  { ownerId, id, now }: { readonly ownerId: string; readonly id: string; readonly now: number },
): Promise<boolean> {
  const stored = await sql`
      update app.file set expires_at = null
      where id = ${id} and owner_id = ${ownerId} and kind = 'avatar'
        and (expires_at is null or expires_at > ${new Date(now)})`.execute(db);
  return stored.numAffectedRows === 1n;
}

/** A picture that nobody needs any more: its links end at once, and the next sweep takes it. */
export async function letPictureGo(db: Database, id: string, now: number): Promise<void> {
  await sql`update app.file set expires_at = ${new Date(now)} where id = ${id}`.execute(db);
}
