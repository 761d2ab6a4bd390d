/** What other modules may know of chains: where reading stands, what stopped, whose account is whose. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { PruneStep } from '../../platform/prune.ts';

type Sql = RawBuilder<unknown>;

/** Joins the cursor of a chain as `c`, where it was read. */
export function joinCursor(chain: Sql): Sql {
  return sql`left join app.chain_cursor c on c.chain = ${chain}`;
}

/** The currencies of a chain that are stopped by themselves, as an array. */
export function haltedAssetsOf(chain: Sql): Sql {
  return sql`array(select h.asset from app.chain_halt h where h.chain = ${chain} and h.resumed_at is null)`;
}

/**
 * Blocks below everything that may still change: more than any branch ever had, a week of Ethereum. A halted chain goes on
 * from the newest of them that its node knows as well. What they held for us stays for ever.
 */
const blocksKept = 50_000;

export const pruneBlocks: PruneStep = (_moment, most) =>
  sql`delete from app.chain_block where (chain, hash) in (
          select b.chain, b.hash
          from app.chain_cursor c
          join app.chain n on n.code = c.chain
          join app.chain_block b on b.chain = c.chain
            and b.height < least(c.finalized_height, c.height - n.reorg_max) - ${blocksKept}::int
          where c.halted_at is null limit ${most})`;
