/** What screens read of balances and prices. Balances are never guessed: after a change they are fetched again. */
import type { UseQueryResult } from '@tanstack/react-query';

import { useSession } from '../../lib/device/session.ts';
import { type Output, type ReadError, useRead, useReadList } from '../../lib/query/queries.ts';
import { useFiat } from './fiat.ts';

/** Balances with their worth in the person's fiat currency. */
export function useBalances(): UseQueryResult<Output<'wallet/asset/list'>, ReadError> {
  const { hasLogin, user } = useSession();
  const input = user === undefined ? {} : { fiat: user.fiat };
  return useRead('wallet/asset/list', input, { isEnabled: hasLogin });
}

/** Prices come from a table that changes slowly; half a minute is live enough. */
const ratesEveryMs = 30_000;

/** Prices of coins and fiat currencies in the fiat currency of display. */
export function useRates(): UseQueryResult<Output<'rate/list'>, ReadError> {
  return useRead('rate/list', { fiat: useFiat() }, { everyMs: ratesEveryMs });
}

/** Every coin and fiat currency that can be held. */
export function useCurrencies() {
  return useRead('base/currency', {});
}

/** The postings that sum to one balance; nothing is asked for while the currency is ''. */
export function useExplanation(currency: string, size = 50) {
  return useReadList('wallet/asset/explain', { currency, size }, { isEnabled: currency !== '' });
}
