/** The lock of whatever makes a demonstration, so that two starts at once make it once. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

/** Until the caller's transaction ends. */
export async function lockDemo(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('marigold.demo', 0))`.execute(db);
}
