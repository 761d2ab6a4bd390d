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

/** Of two changes of somebody's two-step at once the second one meets what the first one left. Ends with the transaction. */
export async function lockTwoStep(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`two-step:${userId}`}, 0))`.execute(db);
}

export async function insertRecoveryCodes(
  db: Database,
  {
    userId,
    hashes,
    now,
  }: { readonly userId: string; readonly hashes: readonly Buffer[]; readonly now: number },
): Promise<void> {
  await sql`
    insert into app.recovery_code (hmac, user_id, made_at)
    select hmac, ${userId}, ${new Date(now)} from unnest(${hashes}::bytea[]) as hmac`.execute(db);
}
export const pruneFactors: readonly PruneStep[] = [prunePasskeyTickets];
