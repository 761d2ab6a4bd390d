/** From a typed draft to the bytes of an EIP-1559 transaction. The same draft and key always give the same bytes. */
import type { Draft, Signed } from '@marigold/chain/port';
import { encodeFunctionData, keccak256, parseAbi, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const erc20 = parseAbi(['function transfer(address to, uint256 amount)']);

export async function signDraft(draft: Draft, privateKey: Uint8Array): Promise<Signed> {
  const { from, nonce, fee, networkId } = draft;
  const account = privateKeyToAccount(toHex(privateKey));
  if (account.address.toLowerCase() !== from)
    throw new Error('Broken: a draft is signed by the key of its sender');
  const raw = await account.signTransaction({
    ...call(draft),
    type: 'eip1559',
    chainId: Number(networkId),
    nonce: Number(nonce),
    gas: fee.gas,
    maxFeePerGas: fee.feeMax,
    maxPriorityFeePerGas: fee.tip,
  });
  return { txId: keccak256(raw), raw };
}

/** A cancel pays nothing to the sender himself, whatever it cancels. */
function call({ kind, from, payment }: Draft): { to: `0x${string}`; value: bigint; data?: `0x${string}` } {
  if (kind === 'cancel') return { to: from, value: 0n };
  const { coin, to, amount } = payment;
  if (coin === 'native') return { to, value: amount };
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, amount] });
  return { to: coin, value: 0n, data };
}
