/** SQL of what proves a person beside a password. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { prunePasskeyTickets } from './passkey/store.ts';

export type FactorRow = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly hasGoogle: boolean;
  /** From when on the first of the passkeys approves money; null without one. */
  readonly passkeyFrom: number | null;
  readonly resetBy: 'email' | 'sms' | null;
  readonly resetAt: number | null;
};

/** Everything that somebody could prove themselves with. */
export async function findFactors(db: Database, userId: string): Promise<FactorRow | undefined> {
  const found = await sql<FactorRow>`
    select p.email, p.phone, p.password_reset_by as "resetBy", p.password_reset_at as "resetAt",
      exists (select from app.google g where g.user_id = p.id and g.state = 'bound') as "hasGoogle",
      (select min(k.approves_money_from) from app.passkey k
        where k.user_id = p.id and k.state = 'active') as "passkeyFrom"
    from app.person p where p.id = ${userId}`.execute(db);
  return found.rows[0];
}

export const pruneFactors: readonly PruneStep[] = [prunePasskeyTickets];
