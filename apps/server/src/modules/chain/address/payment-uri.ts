/** How a wallet outside is asked to pay one of our addresses. */
import type { Family } from '@marigold/chain/account';
import { writeAccount } from '@marigold/chain/account';
import type { ChainAccount, Coin } from '@marigold/chain/port';

export type PaymentRequest = {
  readonly family: Family;
  /** Null until the chain was first read: then a wallet takes the network it is on. */
  readonly networkId: string | null;
  readonly coin: Coin;
  readonly account: ChainAccount;
};

/** An address as a payment request without an amount: EIP-681 for chains of its kind, the bare address elsewhere. */
export function paymentUri({ family, networkId, coin, account }: PaymentRequest): string {
  const address = writeAccount(account, family);
  if (family !== 'evm') return address;
  const network = networkId === null ? '' : `@${networkId}`;
  if (coin === 'native') return `ethereum:${address}${network}`;
  return `ethereum:${writeAccount(coin, family)}${network}/transfer?address=${address}`;
}
