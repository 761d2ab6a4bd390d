/** What other modules may know of deposits, as functions and as SQL for their own statements. */
import type { ChainCode } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import { Words } from '../../platform/prepared.ts';

/**
 * What came final to each address of each listed currency that is not halted, in chain units: address_id, asset, what is
 * credited of it, and what is nobody's yet.
 */
export function sumFinalByAddress(
  chain: ChainCode,
  { height, haltedAssets }: { readonly height: number; readonly haltedAssets: ReadonlySet<string> },
): RawBuilder<unknown> {
  return sql`select d.address_id, d.asset,
        sum(d.amount) filter (where d.state in ('can-trade', 'success', 'recovered')) as credited,
        coalesce(sum(d.amount) filter (where d.state not in ('can-trade', 'success', 'recovered')), 0) as uncredited
      from app.deposit d
      where d.chain = ${chain} and d.height <= ${height} and d.asset is not null
        and d.asset <> all(${[...haltedAssets]}::text[])
      group by d.address_id, d.asset`;
}

/** Open locks of a person: asset and lock_units. */
export function openLocksOf(userId: string): RawBuilder<unknown> {
  return sql`select asset, lock_units from app.deposit where user_id = ${userId} and lock_units > 0`;
}

/** Whether a deposit of person `p` is locked: for prepared statements about many. */
export const hasOpenLock = new Words(
  'exists (select from app.deposit d where d.user_id = p.id and d.lock_units > 0)',
);
