/** Two calls that meet: one of them stands still at a lock, and a test has to know when. */
import { sql } from 'kysely';
import { vi } from 'vitest';

import type { Database } from '../src/platform/database/database.ts';

const within = { timeout: 4_000, interval: 20 };

/** How many connections of the same login to this database wait for a lock now. */
export async function countLockWaits(db: Database): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Answers when so many wait; throws when they do not in time. */
export async function untilWaiting(db: Database, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await countLockWaits(db);
    if (waiting < count) throw new Error(`${waiting} connections wait for a lock, not ${count}`);
  }, within);
}
