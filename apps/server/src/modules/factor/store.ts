/** SQL of what proves a person beside a password. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';

export type FactorRow = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly hasGoogle: boolean;
  readonly resetBy: 'email' | 'sms' | null;
  readonly resetAt: number | null;
};

/** Everything that somebody could prove themselves with. */
export async function findFactors(db: Database, userId: string): Promise<FactorRow | undefined> {
  const found = await sql<FactorRow>`
    select p.email, p.phone, p.password_reset_by as "resetBy", p.password_reset_at as "resetAt",
      exists (select from app.google g where g.user_id = p.id and g.state = 'bound') as "hasGoogle"
    from app.person p where p.id = ${userId}`.execute(db);
  return found.rows[0];
}
