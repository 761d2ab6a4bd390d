/** The two calls of a token that we make. */
import type { Account } from '@marigold/chain/port';
import { encodeFunctionData, parseAbi } from 'viem/utils';

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
]);

/** The data of a transfer of a token. */
export function transferData(to: Account, amount: bigint): `0x${string}` {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] });
}

export function balanceData(account: Account): `0x${string}` {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] });
}
