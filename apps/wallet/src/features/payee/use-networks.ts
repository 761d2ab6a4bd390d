import type { Currency, CurrencyChain } from '@marigold/contract/base';

import { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { useChains } from '../../domain/chain/chain-queries.ts';
import { networkText } from '../../lib/http/network.ts';

/** "Ethereum (ERC20)" for the code of a chain; the code itself while that is not known. */
export function useNetworkName(): (chain: string) => string {
  const { data } = useChains();
  return (chain) => {
    const row = data?.list.find((one) => one.chain === chain);
    return row === undefined ? chain : networkText(row);
  };
}

export type Travel = {
  readonly isLoading: boolean;
  /** The currencies that travel on some chain. */
  readonly currencies: readonly Currency[];
  /** '' where none does. */
  readonly currency: string;
  readonly networks: readonly CurrencyChain[];
  readonly network: CurrencyChain | undefined;
};

/** What can be sent to an address: the wanted currency on the wanted chain, or the first there is. */
export function useTravel(wanted: string | undefined, chain: string | undefined): Travel {
  const { data, isPending } = useCurrencies();
  const currencies = data?.list.filter(({ chains }) => chains.length > 0) ?? [];
  const fits = chain === undefined ? currencies : currencies.filter((one) => travelsOn(one, chain));
  const currency = currencies.find(({ code }) => code === wanted) ?? fits[0] ?? currencies[0];
  const networks = currency?.chains ?? [];
  const network =
    networks.find((one) => one.chain === chain) ??
    networks.find(({ payoutOpen }) => payoutOpen) ??
    networks[0];
  return { isLoading: isPending, currencies, currency: currency?.code ?? '', networks, network };
}

function travelsOn({ chains }: Currency, chain: string): boolean {
  return chains.some((one) => one.chain === chain);
}
