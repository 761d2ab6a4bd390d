/** What others may ask of identity, and how they end what was begun at log-in. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { isBucketRunning } from '../../platform/http/limits.ts';
import { recoveryStates } from './recovery/states.ts';
import { smsClosedBucket } from './sms-budget.ts';

/** True while a day's SMS are used up, for a country or for everybody, and somebody was refused one. */
export const isSmsClosed = isBucketRunning(smsClosedBucket, 'any');

/** Nobody goes on with a recovery of this person. */
export async function voidRecoveries(db: Database, userId: string): Promise<void> {
  await sql`
    update app.recovery set state = 'void'
    where user_id = ${userId} and state = any(${before(recoveryStates, 'void')}::text[])`.execute(db);
}

/** Whoever waits for the code of a log-in has to begin anew. */
export async function voidLoginTickets(db: Database, userId: string): Promise<void> {
  await sql`delete from app.login_ticket where user_id = ${userId}`.execute(db);
}
