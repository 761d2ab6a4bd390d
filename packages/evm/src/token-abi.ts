/** The two calls of a token that we make. */
import type { ChainAccount } from '@marigold/chain/port';
import * as AbiFunction from 'ox/AbiFunction';

const transfer = AbiFunction.from('function transfer(address to, uint256 value)');
const balanceOf = AbiFunction.from('function balanceOf(address account) view returns (uint256)');

/** The data of a transfer of a token. */
export function transferData(to: ChainAccount, amount: bigint): `0x${string}` {
  return AbiFunction.encodeData(transfer, [to, amount]);
}

export function balanceData(account: ChainAccount): `0x${string}` {
  return AbiFunction.encodeData(balanceOf, [account]);
}
