/** What other modules may know of the auditor. */
import { sql } from 'kysely';

/** True while all money is stopped. */
export const isMoneyHalted = sql`exists (select from ledger.halt where resumed_at is null)`;
