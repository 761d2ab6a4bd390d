/** What other modules may know of notices. */
import type { NoticeFacts } from '@marigold/contract/notices';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** What unread notices of one kind tell these people. */
export async function listUnreadFacts<Kind extends keyof NoticeFacts>(
  db: Database,
  kind: Kind,
  userIds: readonly string[],
): Promise<{ userId: string; facts: NoticeFacts[Kind] }[]> {
  const found = await sql<{ userId: string; facts: NoticeFacts[Kind] }>`
    select user_id as "userId", facts from app.notice
    where user_id = any(${userIds}::uuid[]) and kind = ${kind} and read_at is null`.execute(db);
  return found.rows;
}
