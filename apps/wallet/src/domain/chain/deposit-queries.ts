/** What screens read of money on its way from and to chains: own addresses, deposits, and one bill with its petals. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';

import { useSession } from '../../lib/device/session.ts';
import { queryClient, useRead, useReadList } from '../../lib/query/queries.ts';
import { type ListedChain, useChains } from './chain-queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type Currency = Output<'base/currency'>['list'][number];
export type CurrencyChain = Currency['chains'][number];
export type ReceivingAddress = Output<'wallet/address/get'>;
export type LabelledAddress = Output<'wallet/address/list'>['list'][number];
export type Deposit = Output<'wallet/deposit/list'>['list'][number];
export type Dust = Output<'wallet/deposit/list'>['dust'][number];

/** One chain by its code; undefined while chains are not known. */
export function useChain(code: string | null | undefined): ListedChain | undefined {
  return useChains(code !== null && code !== undefined).data?.list.find(({ chain }) => chain === code);
}

/** `Ethereum (ERC20)`: a chain as people choose it. */
export function chainName({ name, standard }: Pick<CurrencyChain, 'name' | 'standard'>): string {
  return standard === '' ? name : `${name} (${standard})`;
}

/** The newest own address for a currency on a chain; the first read of it draws one. */
export function useReceivingAddress(currency: string, chain: string, isEnabled: boolean) {
  return useRead('wallet/address/get', { currency, chain }, { isEnabled });
}

/** The own addresses on a chain, newest first. */
export function useOwnAddresses(chain: string, isEnabled: boolean) {
  return useReadList('wallet/address/list', { chain, size: 50 }, { isEnabled });
}

/** The live channel tells of every block; asking is for when that is away. */
const depositsEveryMs = 20_000;

type DepositFilter = Omit<WireInput<Contract['wallet/deposit/list']>, 'cursor'>;

/** What came from chains, newest first, and what waits below the minimum; `open` leaves away what is done. */
export function useDeposits(filter: DepositFilter, isEnabled = true) {
  const { hasLogin } = useSession();
  return useRead('wallet/deposit/list', filter, {
    isEnabled: isEnabled && hasLogin,
    everyMs: (data) => (data?.list.some(isCounting) === true ? depositsEveryMs : false),
  });
}

/** Whether blocks are being counted for it. */
export function isCounting({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'confirming' || state === 'orphaned';
}

/** The live channel tells how far a bill is; of a transfer's confirmations it does not tell each. */
const billEveryMs = 4_000;

/** One bill; nothing is asked for while the id is ''. */
export function useBillDetail(id: string) {
  return useRead(
    'bill/detail',
    { id },
    {
      isEnabled: id !== '',
      everyMs: (data) => (data !== undefined && isOnItsWay(data) ? billEveryMs : false),
    },
  );
}

function isOnItsWay({ payType, status }: Output<'bill/detail'>): boolean {
  return payType === 'onChain' && !['success', 'failed', 'can-trade'].includes(status);
}

/** After an address was drawn or labelled. */
export async function invalidateAddresses(): Promise<void> {
  await Promise.all(
    (['wallet/address/get', 'wallet/address/list'] as const).map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}
