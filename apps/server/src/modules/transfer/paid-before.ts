import type { Account } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { hasPaidOnChain } from '../payout/views.ts';

type Asked = {
  readonly userId: string;
  readonly account: Account;
  /** Whose deposit address it is. */
  readonly ownerId: string | undefined;
};

/** Whether the person never paid this account, on a chain or inside Marigold; what came back does not count. */
export async function isNewRecipient(db: Database, { userId, account, ownerId }: Asked): Promise<boolean> {
  const found = await sql<{ is_new: boolean }>`
    select not ${hasPaidOnChain(userId, account)} and not exists (
      select from app.transfer where sender_id = ${userId} and recipient_id = ${ownerId ?? null}::uuid
    ) as is_new`.execute(db);
  return found.rows[0]?.is_new ?? true;
}
