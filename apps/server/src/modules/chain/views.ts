/** What other modules may know of chains: where reading stands, what stopped, whose account is whose. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Joins the cursor of a chain as `c`, where it was read. */
export function joinCursor(chain: Sql): Sql {
  return sql`left join app.chain_cursor c on c.chain = ${chain}`;
}

/** The currencies of a chain that are stopped by themselves, as an array. */
export function haltedAssetsOf(chain: Sql): Sql {
  return sql`array(select h.asset from app.chain_halt h where h.chain = ${chain} and h.resumed_at is null)`;
}
