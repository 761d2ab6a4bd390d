/** What screens read of the address book and of what may be paid. */
import { useRead, type Output, type Input, useReadList, queryClient } from '../../lib/query/queries.ts';

/** What a transfer of one asset may be, inside or on a chain; nothing is asked for while the currency is ''. */
export function useTransferConfig(currency: string, chain?: string) {
  const input = chain === undefined ? { currency } : { currency, chain };
  return useRead('transfer/config', input, { isEnabled: currency !== '' });
}

export type Payee = Output<'payee/list'>['list'][number];

export type PayeeFilter = Pick<Input<'payee/list'>, 'currency' | 'chain'>;

/** The address book, or what of it a currency on a chain can go to. */
export function usePayees(filter: PayeeFilter = {}) {
  return useReadList('payee/list', { ...filter, size: 100 });
}

/** The five people paid last, or the five addresses on a chain. */
export function useRecentPayees(filter: PayeeFilter = {}) {
  return useRead('payee/recent', filter);
}

/** After the address book was changed. */
export async function invalidatePayees(): Promise<void> {
  await Promise.all(
    (['payee/list', 'payee/recent'] as const).map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}
