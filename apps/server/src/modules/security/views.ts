/** What other modules may know of secrets, and how they end what was asked for with them. */
import { before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { challengeStates } from './states.ts';

/** A condition about `app.person p`: whether they have a payment password. */
export const hasPaymentPasswordSql = sql<boolean>`exists (select from app.payment_password w where w.user_id = p.id)`;

/** No code that a person asked for approves anything any more. */
export async function voidChallenges(db: Database, userId: string): Promise<void> {
  await sql`
    update app.challenge set state = 'void'
    where user_id = ${userId} and state = any(${before(challengeStates, 'void')}::text[])`.execute(db);
}
