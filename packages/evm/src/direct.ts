/**
 * Native value that comes without a transaction: what validators withdraw from their stake (EIP-4895), and what a block's
 * transactions pay above the base fee to whom the block names. Neither leaves a log or a call behind.
 */
import {
  ChainUnavailable,
  nativePosition,
  nobody,
  rewardName,
  withdrawalName,
  type ChainAccount,
  type BlockRef,
  type Hash,
  type ChainTransfer,
} from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';

import { withdrawalsRoot } from './proof.ts';
import type { Provider } from './provider.ts';
import { readWireAccount, readWireAmount, readHash, readList, readRow, type WireRow } from './wire.ts';

/** Withdrawals are told in a larger unit than everything else. */
const gwei = 1_000_000_000n;

/** The withdrawals of a header, proven by its root. A chain that has none has no root of them either. */
export function readWithdrawals({ node }: Provider, header: WireRow): readonly ChainTransfer[] {
  const root = header['withdrawalsRoot'];
  if (root === undefined || root === null) return [];
  const rows = readList(header['withdrawals']).map(readRow);
  if (withdrawalsRoot(rows) !== readHash(root))
    throw new ChainUnavailable(
      `${node.host}: the withdrawals of ${String(header['hash'])} are not all of them`,
    );
  return rows.flatMap(({ index, address, amount }) =>
    direct(withdrawalName(readWireAmount(index)), readWireAccount(address), readWireAmount(amount) * gwei),
  );
}

/**
 * What a block gave its fee recipient: of each unit of gas what its price is above the base fee. Gas and base fee are
 * proven by the block's hash, the price is as the node says it. Before the merge a block also made new coins, which this
 * does not know of.
 */
export function readReward(
  { ref, feeRecipient, baseFee }: { ref: BlockRef; feeRecipient: ChainAccount; baseFee: bigint },
  spent: readonly { readonly gas: bigint; readonly price: bigint }[],
): readonly ChainTransfer[] {
  let amount = 0n;
  for (const { gas, price } of spent) amount += price > baseFee ? gas * (price - baseFee) : 0n;
  return direct(rewardName(ref.hash), feeRecipient, amount);
}

function direct(name: Hash, to: ChainAccount, units: bigint): readonly ChainTransfer[] {
  if (units === 0n) return [];
  const amount = toChainUnits(units);
  return [{ txId: name, position: nativePosition, coin: 'native', from: nobody, to, amount }];
}
