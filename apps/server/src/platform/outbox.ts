/**
 * What happened, told after commit: a row of the outbox written in the transaction of the fact itself. Every process
 * hears it by LISTEN and tells the streams of its users; jobs read the rows again later. Truth stays in the tables.
 */
import { sql } from 'kysely';

import type { Database } from './database.ts';

export type UserEvent = 'balance' | 'bill' | 'message' | 'session';

export type Announcement = {
  readonly userId: string;
  readonly event: UserEvent;
  /** Hints for the screen, never secrets: ids, asset codes, amounts of the user's own. */
  readonly data: Readonly<Record<string, string | number | boolean>>;
};

/** The channel that carries announcements between processes. */
export const outboxChannel = 'marigold_outbox';

/** Writes announcements in the caller's transaction; they are heard only if it commits. */
export async function announce(db: Database, ...announcements: readonly Announcement[]): Promise<void> {
  for (const { userId, event, data } of announcements) {
    await sql`insert into app.outbox (user_id, event, data) values (${userId}, ${event}, ${JSON.stringify(data)})`.execute(
      db,
    );
  }
}

/** Queues a job in the caller's transaction. A `key` makes a second job of the same key replace the first. */
export async function enqueue(db: Database, task: string, payload: object, key?: string): Promise<void> {
  await sql`select app.enqueue(${task}, ${JSON.stringify(payload)}::json, ${key ?? null})`.execute(db);
}
