/** What the pages of a demonstration read. */
import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { accountOf } from '../chain/registry.ts';

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

/** What the demo's mail server and SMS provider received, the newest first, of one recipient or of all. */
export async function listInbox(db: Database, recipient: string | undefined): Promise<InboxMessage[]> {
  const found = await sql<InboxMessage>`
    select id::text as id, channel, recipient, subject, body, created_at as time from app.demo_inbox
    where ${recipient ?? null}::text is null or lower(recipient) = lower(${recipient ?? null})
    order by demo_inbox.id desc limit ${messagesMax}`.execute(db);
  return found.rows;
}

/** Codes of the assets that are open, in their order. */
export async function listAssetCodes(db: Database): Promise<string[]> {
  const found = await sql<{
    code: string;
  }>`select code from app.asset where is_open order by position`.execute(db);
  return found.rows.map(({ code }) => code);
}

/** The newest address at which somebody receives on chains of one kind. */
export async function findNewestAddress(db: Database, userId: string): Promise<Account | undefined> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where user_id = ${userId} and family = 'evm'
    order by id desc limit 1`.execute(db);
  const newest = found.rows[0];
  return newest === undefined ? undefined : accountOf(newest.account);
}
