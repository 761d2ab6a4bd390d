/** What other modules may know of chains: where reading stands, what stopped, whose account is whose. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Joins the cursor of a chain as `c`, where it was read. */
export function joinCursor(chain: Sql): Sql {
  return sql`left join app.chain_cursor c on c.chain = ${chain}`;
}
