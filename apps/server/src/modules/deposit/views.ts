/** What other modules may know of deposits, as functions and as SQL for their own statements. */
import type { ChainCode } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { BillFacts } from '../bill/facts.ts';

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

/**
 * What bills borrow from deposits. Of several in one bill the last one to be safe counts: the highest, before it one that is
 * in no block.
 */
export const depositBillFacts: BillFacts['deposit'] = {
  join: sql`left join lateral (
    select height, tx_id, case when aside_at is null then state else 'held' end as state from app.deposit where b.chain is not null and bill_id = b.id
    order by height desc nulls first limit 1
  ) d on true`,
  isThere: sql`d.state is not null`,
  height: sql`d.height`,
  txId: sql`d.tx_id`,
  state: sql`d.state`,
};

/** What lies under locks of people's deposits, as text: owner_id, asset_id of the ledger, lock_units; `owners` is an array of ids. */
export function locksOf(owners: string): string {
  return `select d.user_id as owner_id, a.ledger_id as asset_id, d.lock_units
       from app.deposit d join app.asset a on a.code = d.asset
       where d.user_id = any(${owners}) and d.lock_units > 0`;
}
