/** What a bill of an on-chain movement borrows from the deposit or the transfer it tells of. */
import { confirmationsOf } from '@marigold/chain/states';
import type { BillStatus } from '@marigold/contract/calls/bill';

export type OnChainRow = {
  /** Null: nothing of it moves on a chain. */
  required: number | null;
  /** Null: it is in no block. */
  height: bigint | null;
  /** The newest block that was read; null before the first. */
  head: bigint | null;
};

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
