/** What the demo's mail server and SMS provider received; in production there is nothing. */
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../platform/database/database.ts';
import type { PruneStep } from '../platform/database/prune.ts';

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
const messagesRetentionMs = 7 * dayMs;

export async function keepMessage(db: Database, message: Omit<InboxMessage, 'id'>): Promise<void> {
  const { channel, recipient, subject, body, time } = message;
  await sql`
    insert into app.demo_inbox (channel, recipient, subject, body, created_at)
    values (${channel}, ${recipient}, ${subject}, ${body}, ${new Date(time)})`.execute(db);
}

/** The newest first, of one recipient or of all. */
export async function listInbox(db: Database, recipient: string | undefined): Promise<InboxMessage[]> {
  const found = await sql<InboxMessage>`
    select id::text as id, channel, recipient, subject, body, created_at as time from app.demo_inbox
    where ${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null})
    order by demo_inbox.id desc limit ${messagesMax}`.execute(db);
  return found.rows;
}

export const pruneDemoInbox: PruneStep = ({ ago }) =>
  sql`delete from app.demo_inbox where created_at < ${ago(messagesRetentionMs)}`;
