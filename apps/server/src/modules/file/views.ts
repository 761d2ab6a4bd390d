/** What other modules may know of files. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** What people called these files. */
export async function listFileNames(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from app.file where id = any(${ids}::uuid[]) order by id`.execute(db);
  return found.rows;
}
