/** Who the two people of the demo market are. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

/** People of a demonstration by their names in lower case. */
export async function listDemoPeople(
  db: Database,
  [one, other]: readonly [string, string],
): Promise<readonly { readonly id: string; readonly username: string }[]> {
  const found = await sql<{ id: string; username: string }>`
    select id, username from app.person
    where username_key in (${one}, ${other}) and is_demo`.execute(db);
  return found.rows;
}
