/** The SQL of deposits whose block left the chain. */
import type { ChainCode } from '@marigold/chain/port';
import { rewardPrefix, withdrawalPrefix } from '@marigold/chain/port';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import { isBlockLost, isNameFinal, isTransferGone } from '../../chain/views.ts';
import type { DepositRow } from '../store.ts';
import { selectDeposits } from '../store.ts';

type Which = { readonly finalizedHeight: number; readonly count: number };

/** What was credited and is in no block, locked: asked of the transfers, not of what the deposits say of themselves. */
export async function lockLost(
  db: Database,
  chain: ChainCode,
  { finalizedHeight, count }: Which,
): Promise<DepositRow[]> {
  return await selectDeposits(
    db,
    sql`where d.chain = ${chain} and d.state in ('can-trade', 'success', 'house')
      and (d.height is null or d.height > ${finalizedHeight})
      and ${isTransferGone}
    order by d.id limit ${count} for update of d`,
  );
}

/** What left the chain, can never come again and owes nothing, locked. */
export async function lockGone(
  db: Database,
  chain: ChainCode,
  { finalizedHeight, count }: Which,
): Promise<DepositRow[]> {
  const hash = sql`substr(d.tx_id, ${rewardPrefix.length + 1}::int)`;
  return await selectDeposits(
    db,
    sql`where d.chain = ${chain} and d.state = 'orphaned' and d.debt_units = 0
        and case split_part(d.tx_id, ':', 1) || ':'
          when ${rewardPrefix} then ${isBlockLost(sql`d.chain`, hash, finalizedHeight)}
          when ${withdrawalPrefix} then ${isNameFinal(sql`d.chain`, sql`d.tx_id`, finalizedHeight)}
          else false end
        order by d.id limit ${count} for update of d`,
  );
}
