/** What other rooms read of people. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** By a username in any case. */
export async function findPersonId(db: Database, username: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from app.person where username_key = lower(${username})`.execute(db);
  return found.rows[0]?.id;
}
