import { confirmationsOf } from '@marigold/chain/states';
/** What a bill of an on-chain movement borrows from the deposit or the transfer it tells of. */
import type { BillStatus } from '@marigold/contract/bill';
import { sql } from 'kysely';

export type OnChainRow = {
  /** Null: nothing of it moves on a chain. */
  required: number | null;
  /** Null: it is in no block. */
  height: bigint | null;
  /** The newest block that was read; null before the first. */
  head: bigint | null;
};

/** Columns of OnChainRow, and their joins for bills `b`: `d` is the deposit, `p` the transfer, `n` the chain. */
export const onChainColumns = sql`n.confirmations as required, coalesce(d.height, p.height) as height, c.height as head`;
// Of several deposits in one bill the last one to be safe counts: the highest, before it one that is in no block.
export const onChainJoins = sql`
  left join app.payout p on b.chain is not null and p.bill_id = b.id
  left join lateral (
    select height, tx_id, case when aside_at is null then state else 'held' end as state from app.deposit where b.chain is not null and bill_id = b.id
    order by height desc nulls first limit 1
  ) d on true
  left join app.chain n on n.code = b.chain and (p.id is not null or d.state is not null)
  left join app.chain_cursor c on c.chain = n.code`;

/** Confirmations of a movement that still goes on; never more than are needed. */
export function confirmationsIn(
  { required, height, head }: OnChainRow,
  status: BillStatus,
): { readonly confirmations: number | null; readonly required: number | null } {
  if (required === null || status === 'success' || status === 'failed') {
    return { confirmations: null, required: null };
  }
  const deep = confirmationsOf(height === null ? null : Number(height), Number(head ?? 0n));
  return { confirmations: Math.min(deep, required), required };
}
