/** What other modules may know of deposits, as functions and as SQL for their own statements. */
import type { ChainCode } from '@marigold/chain/port';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

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
