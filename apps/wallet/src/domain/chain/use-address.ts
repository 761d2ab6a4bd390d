import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { call } from '../../lib/http/call.ts';
import type { DebouncedLookup } from '../../lib/http/use-debounced-lookup.ts';
import { useDebouncedLookup } from '../../lib/http/use-debounced-lookup.ts';
import { useText } from '../../lib/text/i18n.ts';
import { isAddress, looksLikeAddress, readAddress } from './address-text.ts';

/** Typing has rested this long when the address is checked. */
const restMs = 500;

/** What is known of an address. */
export type AddressFacts = WireOutput<Contract['payee/check']>;

/** Where the address is meant to lie, and what would be sent there. */
export type AddressTarget = {
  /** '' while it is not known: nothing is checked then. */
  readonly chain: string;
  /** ERC20, TRC20. */
  readonly standard: string;
  readonly currency: string;
};

export type AddressSearch = DebouncedLookup<AddressFacts>;

/** What the server knows of the typed address, asked once per address. */
export function useAddress(typed: string, { chain, standard, currency }: AddressTarget): AddressSearch {
  const t = useText();
  const address = readAddress(typed);
  return useDebouncedLookup<AddressFacts, 'payee/check'>({
    key: `${chain} ${currency} ${address}`,
    isReady: chain !== '' && isAddress(address, standard),
    restMs,
    ask: async () => {
      const input = { address, chain, ...(currency === '' ? {} : { currency }) };
      return await call('payee/check', input, { disableLoading: true, onFail: () => undefined });
    },
    read: (facts) => facts,
    failed: t('transfer.address.failed'),
  });
}

/** What is wrong with a typed address, for its field; undefined while nothing is known to be. */
export function useAddressProblem(
  typed: string,
  network: { readonly name: string; readonly standard: string },
  { answer }: AddressSearch,
): string | undefined {
  const t = useText();
  const address = readAddress(typed);
  if (address === '') return t('transfer.address.required');
  if (!isAddress(address, network.standard)) {
    if (looksLikeAddress(address)) return t('transfer.address.otherChain', { chain: network.name });
    return t(network.standard === 'TRC20' ? 'transfer.address.shapeTron' : 'transfer.address.shapeEvm', {
      chain: network.name,
    });
  }
  return answer === undefined || answer.kind === 'found' ? undefined : answer.text;
}

export type AddressWords = {
  /** Whose it is, in the reader's words; undefined for a stranger. */
  readonly title: string | undefined;
  /** What speaks for it. */
  readonly good: string | undefined;
  /** What to look at before anything is sent there. */
  readonly warnings: readonly string[];
  /** The address that it could be taken for. */
  readonly lookAlike: string | undefined;
};

/** What is known of an address, in sentences. */
export function useAddressWords(facts: AddressFacts | undefined): AddressWords {
  const t = useText();
  if (facts === undefined) return { title: undefined, good: undefined, warnings: [], lookAlike: undefined };
  const { checksum, internal, isContract, lookAlike, payee } = facts;
  const alike = lookAlike?.name ?? null;
  // One that is in the book was compared when it was put there.
  const isUnchecked = checksum === 'missing' && internal === null && payee === null;
  const warnings = [
    ...(isUnchecked ? [t('transfer.address.unchecked')] : []),
    ...(isContract ? [t('transfer.address.contract')] : []),
    ...(lookAlike === null
      ? []
      : [alike === null ? t('transfer.address.alike') : t('transfer.address.alikeName', { name: alike })]),
  ];
  const good =
    internal === null
      ? checksum === 'good'
        ? t('transfer.address.good')
        : undefined
      : t('transfer.address.internal', { masked: internal });
  return { title: payee?.name ?? internal ?? undefined, good, warnings, lookAlike: lookAlike?.address };
}
