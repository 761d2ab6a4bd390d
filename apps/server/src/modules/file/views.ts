/** What other rooms read of files. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Joins a file as `f`, where it is still there: its size. */
export function joinFile(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join app.file f on f.id = ${id}`;
}

/** Takes the row of a file that nothing names; its bytes follow it. */
export async function dropFile(db: Database, id: string): Promise<void> {
  await sql`delete from app.file where id = ${id}`.execute(db);
}
