/** People as they are kept. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** Puts somebody into a group of payers; answers who it was, undefined where nobody is called so. */
export async function updateTradeGroup(
  db: Database,
  username: string,
  group: string,
): Promise<string | undefined> {
  const changed = await sql<{ id: string }>`
      update app.person set trade_group = ${group} where username_key = lower(${username}) returning id`.execute(
    db,
  );
  return changed.rows[0]?.id;
}
