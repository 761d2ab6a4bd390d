import { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { useChains } from '../../domain/chain/chain-queries.ts';
import { chainName } from '../../domain/chain/deposit-queries.ts';
import { type Payable, readPayable } from '../../domain/chain/payment-request.ts';
import type { Scanned } from '../../domain/chain/scan.ts';

export type ReadPayable =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | Exclude<Payable, { kind: 'pay' }>
  | (Extract<Payable, { kind: 'pay' }> & { readonly network: string });

/** What can be done with a scanned address, once it is known which chains and coins there are. */
export function usePayable(scanned: Scanned | undefined): ReadPayable {
  const chains = useChains();
  const currencies = useCurrencies();
  if (scanned?.kind !== 'walletAddress' && scanned?.kind !== 'paymentUri') return { kind: 'loading' };
  if (chains.data === undefined || currencies.data === undefined) {
    if (!chains.isError && !currencies.isError) return { kind: 'loading' };
    return { kind: 'failed', retry: () => void Promise.all([chains.refetch(), currencies.refetch()]) };
  }
  const read = readPayable(scanned, chains.data.list, currencies.data.list);
  if (read.kind !== 'pay') return read;
  const chain = chains.data.list.find((one) => one.chain === read.search.chain);
  return { ...read, network: chain === undefined ? '' : chainName(chain) };
}
