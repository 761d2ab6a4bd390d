/** How other modules end what was begun at log-in. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { recoveryStates } from './recovery/states.ts';

/** Nobody goes on with a recovery of this person. */
export async function voidRecoveries(db: Database, userId: string): Promise<void> {
  await sql`
    update app.recovery set state = 'void'
    where user_id = ${userId} and state = any(${before(recoveryStates, 'void')}::text[])`.execute(db);
}
