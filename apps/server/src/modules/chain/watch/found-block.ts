/** What a block that was read holds for us. */
import type { BlockRef, ChainTransfer } from '@marigold/chain/port';

/** A transfer to an account of ours, by the row of that account. */
export type FoundTransfer = ChainTransfer & { readonly addressId: number };

export type FoundBlock = { readonly block: BlockRef; readonly transfers: readonly FoundTransfer[] };

/** The transfers of a block for jsonb_to_recordset; accounts in bare hex, the native coin as null. */
export function blockRows({ block, transfers }: FoundBlock) {
  return transfers.map(({ txId, position, coin, addressId, from, amount }) => ({
    block_hash: block.hash,
    height: block.height,
    tx_id: txId,
    position,
    contract: coin === 'native' ? null : coin.slice(2),
    address_id: addressId,
    from_account: from.slice(2),
    amount: String(amount),
  }));
}
