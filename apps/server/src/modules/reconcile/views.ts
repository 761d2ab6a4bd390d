/** What other modules may know of differences between books and chains. */
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';

/** True where a surplus is nobody's yet. */
export const isSurplusOpen = sql`exists (select from app.chain_difference
          where assigned_at is null and against = 'suspense' and units > 0)`;

export type SurplusLine = {
  readonly id: string;
  readonly chain: string;
  readonly asset: string;
  readonly units: string;
  readonly scale: number;
  readonly account: string | null;
  readonly username: string | null;
  readonly accepted_at: number;
};

/** What lies on a chain, is in the books, and is nobody's yet; newest first. */
export async function listSurpluses(db: Database, count: number): Promise<SurplusLine[]> {
  const found = await sql<SurplusLine>`
    select f.id, f.chain, f.asset, f.units::text as units, l.scale, '0x' || encode(w.account, 'hex') as account,
      p.username, f.accepted_at
    from app.chain_difference f
    join app.asset a on a.code = f.asset join ledger.asset l on l.id = a.ledger_id
    left join app.chain_address w on w.id = f.address_id left join app.person p on p.id = w.user_id
    where f.assigned_at is null and f.against = 'suspense' and f.units > 0
    order by f.accepted_at desc limit ${count}`.execute(db);
  return found.rows;
}
