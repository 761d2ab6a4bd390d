import { convertByPairHalfUp } from '@marigold/money/conversion';

import { fiatText } from '../../lib/format.ts';
import { type ReadError, useBalances, useRates, useTransferConfig } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import type { Terms } from './order.ts';

type Balances = NonNullable<ReturnType<typeof useBalances>['data']>;
export type BalanceRow = Balances['list'][number];

export type TermsState = {
  readonly balances: readonly BalanceRow[];
  /** The asset that is sent; '' until the balances are known. */
  readonly currency: string;
  /** Undefined while they are fetched. */
  readonly terms: Terms | undefined;
  /** What the 24-hour limit leaves, in USD. */
  readonly leftToday: string | undefined;
  readonly hasPaymentPassword: boolean;
  readonly failure: ReadError | undefined;
  readonly retry: () => Promise<unknown>;
};

/** What may be sent of the wanted asset, or of the first one there is something of. */
export function useTerms(wanted: string): TermsState {
  const { user } = useSession();
  const balances = useBalances();
  const list = balances.data?.list ?? [];
  const row =
    list.find(({ currency }) => currency === wanted) ??
    list.find(({ available }) => /[1-9]/.test(available)) ??
    list[0];
  const currency = row?.currency ?? '';
  const config = useTransferConfig(currency, row !== undefined);
  const { data } = config;
  return {
    balances: list,
    currency,
    terms: row === undefined || data === undefined ? undefined : { ...data, decimals: row.decimals },
    leftToday: data?.leftToday,
    // One that was set a moment ago is known to the session first.
    hasPaymentPassword: user?.hasPayPassword === true || data?.hasPayPassword !== false,
    failure: failureOf(balances) ?? failureOf(config),
    retry: async () =>
      await Promise.all([balances.refetch(), ...(row === undefined ? [] : [config.refetch()])]),
  };
}

/** A read that failed matters only while there is nothing to show instead. */
function failureOf(query: { data: unknown; error: ReadError | null }): ReadError | undefined {
  return query.data === undefined ? (query.error ?? undefined) : undefined;
}

/** "$1,284.12" for an amount of an asset; undefined where no fresh rate is known or it would say the same twice. */
export function useEstimate(currency: string, decimal: string | undefined): string | undefined {
  const { data } = useRates();
  const rate = data?.list.find(({ base, stale }) => base === currency && !stale);
  if (data === undefined || rate === undefined || decimal === undefined || currency === data.fiat)
    return undefined;
  const worth = convertByPairHalfUp(decimal, rate.pair, { [rate.quote]: rate.rate });
  return worth === undefined ? undefined : fiatText(worth, data.fiat);
}
