/** For whoever changes a secret: no log-in that began before goes on. */
import type { Database } from '../../../platform/database/database.ts';
import { removeLoginTickets } from './store.ts';

/** Whoever waits for a code of this person has to begin anew. */
export async function voidLoginTickets(db: Database, userId: string): Promise<void> {
  await removeLoginTickets(db, userId);
}
