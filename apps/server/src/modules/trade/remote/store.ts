/** Who runs which market, by the leases that are held. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';

/** Who runs a market, and how that process is reached. */
export type Runner = { readonly holder: string; readonly address: string };

/** Those alone whose lease is held. */
export async function listRunners(db: Database): Promise<ReadonlyMap<string, Runner>> {
  const found = await sql<Runner & { readonly symbol: string }>`
    select o.symbol, o.address, l.holder
    from app.market_owner o join ledger.lease l on l.name = 'market:' || o.symbol and l.epoch = o.epoch
    where o.address is not null and l.expires_at > clock_timestamp()`.execute(db);
  return new Map(found.rows.map(({ symbol, address, holder }) => [symbol, { address, holder }]));
}

/** Ends the leases of markets that a process held. */
export async function releaseLeasesOf(db: Database, holder: string): Promise<void> {
  await sql`
      select ledger.release_lease(name, holder, epoch) from ledger.lease
      where holder = ${holder} and starts_with(name, 'market:')`.execute(db);
}
