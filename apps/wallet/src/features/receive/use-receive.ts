import { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { type ReceivingAddress, useReceivingAddress } from '../../domain/chain/deposit-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import type { ReadError } from '../../lib/query/queries.ts';
import type { ReceiveSearch } from '../../lib/route/paths.ts';
import { recents } from '../../lib/route/picker.ts';
import { type ReceiveCode, useAddressCode, useInternalCode } from './receive-code.ts';
import { type ReceiveWay, wayOf } from './receive-way.ts';

/** What the receive pages know of how this person is paid. */
export type Receive = {
  /** Undefined until the currencies are known. */
  readonly way: ReceiveWay | undefined;
  /** Undefined until the address is known, and for a visitor. */
  readonly code: ReceiveCode | undefined;
  readonly address: ReceivingAddress | undefined;
  /** Why there is no way or no code. */
  readonly failure: ReadError | null;
  readonly retry: () => Promise<unknown>;
};

/** The way that the page's address asks for, with the code that is shown for it. */
export function useReceive(search: ReceiveSearch): Receive {
  const { user } = useSession();
  const currencies = useCurrencies();
  const all = currencies.data?.list;
  const way = all === undefined ? undefined : wayOf(search, all, recents.list('currency', user?.uid));
  const onChain = way?.kind === 'chain' ? way : undefined;
  const read = useReceivingAddress(
    onChain?.currency.code ?? '',
    onChain?.chain.chain ?? '',
    onChain !== undefined,
  );
  const address = onChain === undefined ? undefined : read.data;
  const internal = useInternalCode(way?.currency?.code, search.amount);
  const ofAddress = useAddressCode(onChain, address, search.amount);
  return {
    way,
    code: onChain === undefined ? internal : ofAddress,
    address,
    failure: way === undefined ? currencies.error : address === undefined ? read.error : null,
    retry: way === undefined ? currencies.refetch : read.refetch,
  };
}
