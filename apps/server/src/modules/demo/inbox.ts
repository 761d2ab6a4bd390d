/** What the demo's mail server and SMS provider received. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

export type InboxMessage = {
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly time: number;
};

/** A page is not endless; older messages stay in the table. */
const messagesMax = 100;

/** The newest messages first, of one recipient or of all. */
export async function listInbox(db: Database, recipient: string | undefined): Promise<InboxMessage[]> {
  const found = await sql<InboxMessage>`
    select id::text as id, channel, recipient, subject, body, created_at as time from app.demo_inbox
    where ${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null})
    order by demo_inbox.id desc limit ${messagesMax}`.execute(db);
  return found.rows;
}
